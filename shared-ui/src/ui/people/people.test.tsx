import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import { ActionRow, ActionSheet, PersonChips, PersonRow, SelectRow, SpeedDial } from '.';

const doNothing = (): void => undefined;

it('handles a press on a row, and another one on its button', async () => {
  const pressedNames: string[] = [];
  render(
    <ul>
      <PersonRow
        leading={null}
        title="Anna"
        onClick={() => pressedNames.push('row')}
        trailing={
          <button type="button" onClick={() => pressedNames.push('button')}>
            Einladen
          </button>
        }
      />
    </ul>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Anna' }));
  await userEvent.click(screen.getByRole('button', { name: 'Einladen' }));
  expect(pressedNames).toEqual(['row', 'button']);
  // The specification demands this minimum height (S1§9).
  expect(getComputedStyle(screen.getByRole('listitem')).minHeight).toBe('72px');
});

it("shows a disabled person who can't be selected; a selected person can be deselected", async () => {
  const onToggle = jest.fn();
  const { rerender } = render(
    <ul>
      <SelectRow
        leading={null}
        title="Anna"
        text="Geht gerade nicht."
        isSelected={false}
        isDisabled
        onToggle={onToggle}
      />
    </ul>,
  );
  const personCheckbox = screen.getByRole('checkbox', { name: 'Anna', description: 'Geht gerade nicht.' });
  expect(personCheckbox).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(personCheckbox);
  expect(onToggle).not.toHaveBeenCalled();
  rerender(
    <ul>
      <SelectRow leading={null} title="Anna" isSelected isDisabled onToggle={onToggle} />
    </ul>,
  );
  await userEvent.click(screen.getByRole('checkbox', { name: 'Anna' }));
  expect(onToggle).toHaveBeenCalledTimes(1);
});

it('shows five selected people and the rest on demand', async () => {
  const people = Array.from({ length: 8 }, (_, index) => ({ key: `p${index}`, name: `Person${index} Muster` }));
  const onRemove = jest.fn();
  render(
    <PersonChips
      label="Gewählt"
      people={people}
      removeLabel={(name) => `${name} entfernen`}
      moreLabel={(count) => `und ${count} weitere`}
      onRemove={onRemove}
    />,
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(6);
  // The specification demands this maximum height (S1§9).
  expect(getComputedStyle(screen.getByRole('list')).maxHeight).toBe('100px');
  await userEvent.click(screen.getByRole('button', { name: 'und 3 weitere' }));
  await userEvent.click(screen.getByRole('button', { name: 'Person7 Muster entfernen' }));
  expect(onRemove).toHaveBeenCalledWith('p7');
});

it('opens the actions on a person by the name on the chip, and removes the person by the cross', async () => {
  const pressedKeys: string[] = [];
  render(
    <PersonChips
      label="Gewählt"
      people={[{ key: 'anna', name: 'Anna Blum' }]}
      removeLabel={(name) => `${name} entfernen`}
      moreLabel={(count) => `und ${count} weitere`}
      onRemove={(key) => pressedKeys.push(`remove ${key}`)}
      onOpen={(key) => pressedKeys.push(`open ${key}`)}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Anna Blum' }));
  await userEvent.click(screen.getByRole('button', { name: 'Anna Blum entfernen' }));
  expect(pressedKeys).toEqual(['open anna', 'remove anna']);
});

it('returns the focus to the opener of the action sheet, however it is closed', async () => {
  const ActionSheetExample = () => {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Anna
        </button>
        {isOpen && (
          <ActionSheet title="Anna" onClose={() => setIsOpen(false)}>
            <ActionRow icon={Heart} label="Merken" onClick={() => setIsOpen(false)} />
          </ActionSheet>
        )}
      </>
    );
  };
  render(<ActionSheetExample />);
  const openButton = screen.getByRole('button', { name: 'Anna' });
  for (const closeSheet of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(screen.getByRole('button', { name: 'Merken' })),
  ]) {
    await userEvent.click(openButton);
    expect(screen.getByRole('dialog', { name: 'Anna' })).toBeInTheDocument();
    await closeSheet();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(openButton).toHaveFocus();
  }
});

it('opens a few actions with the focus on the first; Escape closes only them', async () => {
  const onSelect = jest.fn();
  const onKeyDown = jest.fn();
  render(
    <div role="presentation" onKeyDown={onKeyDown}>
      <SpeedDial
        label="Neu"
        entries={[
          { id: 'a', label: 'Gruppe', icon: Heart, onSelect },
          { id: 'b', label: 'Kontakt', icon: Heart, onSelect: doNothing },
        ]}
      />
    </div>,
  );
  const plusButton = screen.getByRole('button', { name: 'Neu' });
  expect(plusButton).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(plusButton);
  expect(screen.getByRole('button', { name: 'Gruppe' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Gruppe' })).not.toBeInTheDocument();
  expect(plusButton).toHaveFocus();
  expect(onKeyDown).not.toHaveBeenCalled();
  await userEvent.click(plusButton);
  await userEvent.click(screen.getByRole('button', { name: 'Gruppe' }));
  expect(onSelect).toHaveBeenCalledTimes(1);
  expect(plusButton).toHaveAttribute('aria-expanded', 'false');
});
