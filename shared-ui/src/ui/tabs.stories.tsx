import { useState } from 'react';
import type { StoriesMeta, Story } from '../../.storybook/story';
import { Body } from './text';
import type { TabItem } from './tabs';
import { TabButton, TabPanel, Tabs, TabStrip } from './tabs';

const meta: StoriesMeta = { title: 'Controls/Tabs', parameters: { isBare: true } };
export default meta;

interface TabsExampleProps {
  readonly idBase: string;
  readonly items: readonly TabItem[];
}

const TabsExample = ({ idBase, items }: TabsExampleProps) => {
  const [selectedId, setSelectedId] = useState(items[0]?.id ?? '');
  return (
    <>
      <Tabs label="Teile der Seite" idBase={idBase} items={items} selectedId={selectedId} onSelect={setSelectedId} />
      {items.map(({ id, label }) => (
        <TabPanel key={id} idBase={idBase} id={id} isSelected={id === selectedId}>
          <Body>Hier steht: {label}.</Body>
        </TabPanel>
      ))}
    </>
  );
};

/** Story with tabs that have counts; arrow keys, Home and End select another tab. */
export const Parts: Story = {
  render: () => (
    <TabsExample
      idBase="teile"
      items={[
        { id: 'menu', label: 'Mittagstisch', count: 8 },
        { id: 'card', label: 'Karte', count: 42 },
        { id: 'info', label: 'Info' },
      ]}
    />
  ),
};

/** Story with tabs that don't fit and therefore scroll sideways. */
export const Many: Story = {
  render: () => (
    <TabsExample
      idBase="viele"
      items={[
        'Mittagstisch',
        'Suppen und Eintöpfe',
        'Salate',
        'Vegetarisches',
        'Nachtisch',
        'Alkoholfreie Getränke',
      ].map((label) => ({ id: label, label }))}
    />
  ),
};

/** Story with a navigation whose buttons look like tabs and lead to sections of one page. */
export const Places: Story = {
  render: () => (
    <TabStrip as="nav" aria-label="Speisekarte">
      {['Mittagstisch', 'Suppen', 'Desserts'].map((label, index) => (
        <TabButton key={label} type="button" aria-current={index === 1 ? 'location' : undefined}>
          {label}
        </TabButton>
      ))}
    </TabStrip>
  ),
};
