import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Sheet } from '../dialog';
import { ComboBox } from './combo-box';

const PLACE_SECTIONS = [
  { id: 'recent', title: 'Zuletzt', items: [{ id: 'place-1', label: 'Großneumarkt', text: 'Hamburg' }] },
  {
    id: 'found',
    title: 'Vorschläge',
    items: [
      { id: 'place-2', label: 'Arcisstraße' },
      { id: 'place-3', label: 'Altona' },
    ],
  },
];

const PlaceComboBox = ({ onSelect }: { readonly onSelect: (id: string) => void }) => {
  const [inputText, setInputText] = useState('');
  return (
    <ComboBox
      label="Ort"
      sections={PLACE_SECTIONS}
      inputValue={inputText}
      onInputChange={setInputText}
      onSelect={onSelect}
    />
  );
};

describe('a combo box', () => {
  it('moves through its sections with arrow keys and chooses with Enter', async () => {
    const user = userEvent.setup();
    const onSelect = jest.fn();
    render(<PlaceComboBox onSelect={onSelect} />);
    await user.click(screen.getByRole('combobox', { name: 'Ort' }));
    expect(screen.getAllByRole('option')).toHaveLength(3);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onSelect).toHaveBeenCalledWith('place-2');
  });

  it('shows all given items, whatever is typed: the owner searches', async () => {
    const user = userEvent.setup();
    render(<PlaceComboBox onSelect={() => undefined} />);
    await user.type(screen.getByRole('combobox'), 'xyz');
    expect(screen.getAllByRole('option')).toHaveLength(3);
  });

  it('closes only its list on Escape and keeps the text', async () => {
    const user = userEvent.setup();
    const onClose = jest.fn();
    render(
      <Sheet title="Ort" onClose={onClose}>
        <PlaceComboBox onSelect={() => undefined} />
      </Sheet>,
    );
    await user.type(screen.getByRole('combobox'), 'Gro');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('combobox')).toHaveValue('Gro');
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
