import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TabPanel, Tabs } from './tabs';

const TAB_ITEMS = [
  { id: 'lunch', label: 'Mittagstisch' },
  { id: 'cake', label: 'Kuchen', count: 4 },
  { id: 'drinks', label: 'Getränke' },
];

const MenuTabs = () => {
  const [selectedId, setSelectedId] = useState('lunch');
  return (
    <>
      <Tabs label="Speisekarte" idBase="menu" items={TAB_ITEMS} selectedId={selectedId} onSelect={setSelectedId} />
      {TAB_ITEMS.map(({ id, label }) => (
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
    render(<MenuTabs />);
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
  ])('are one tab stop; %s moves and chooses', async (pressedKeys, tabName) => {
    const user = userEvent.setup();
    render(<MenuTabs />);
    await user.tab();
    await user.keyboard(pressedKeys);
    const tab = screen.getByRole('tab', { name: tabName });
    expect(tab).toHaveFocus();
    expect(tab).toHaveAttribute('aria-selected', 'true');
    expect(screen.getAllByRole('tab').filter((otherTab) => otherTab.tabIndex === 0)).toHaveLength(1);
  });
});
