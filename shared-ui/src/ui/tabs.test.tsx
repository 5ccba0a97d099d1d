import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TabPanel, Tabs } from './tabs';

const ITEMS = [
  { id: 'lunch', label: 'Mittagstisch' },
  { id: 'cake', label: 'Kuchen', count: 4 },
  { id: 'drinks', label: 'Getränke' },
];

const Menu = () => {
  const [selectedId, setSelectedId] = useState('lunch');
  return (
    <>
      <Tabs label="Speisekarte" idBase="menu" items={ITEMS} selectedId={selectedId} onSelect={setSelectedId} />
      {ITEMS.map(({ id, label }) => (
        <TabPanel key={id} idBase="menu" id={id} isSelected={id === selectedId}>
          Inhalt {label}
        </TabPanel>
      ))}
    </>
  );
};

describe('tabs', () => {
  it('show the selected panel, named by its tab', async () => {
    const user = userEvent.setup();
    render(<Menu />);
    await user.click(screen.getByRole('tab', { name: 'Getränke' }));
    expect(screen.getByRole('tabpanel', { name: 'Getränke' })).toHaveTextContent('Inhalt Getränke');
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
  });

  it.each([
    ['{ArrowRight}', /Kuchen/],
    ['{ArrowLeft}', 'Getränke'],
    ['{End}', 'Getränke'],
    ['{End}{Home}', 'Mittagstisch'],
    ['{End}{ArrowRight}', 'Mittagstisch'],
  ])('are one tab stop; %s moves and chooses', async (keys, name) => {
    const user = userEvent.setup();
    render(<Menu />);
    await user.tab();
    await user.keyboard(keys);
    const tab = screen.getByRole('tab', { name });
    expect(tab).toHaveFocus();
    expect(tab).toHaveAttribute('aria-selected', 'true');
    expect(screen.getAllByRole('tab').filter((other) => other.tabIndex === 0)).toHaveLength(1);
  });
});
