import { List, Map } from 'lucide-react';
import { useState } from 'react';
import type { Stories, Story } from '../../.storybook/story';
import { Body } from './text';
import type { TabItem } from './tabs';
import { TabPanel, Tabs, ViewSwitch } from './tabs';

const meta: Stories = { title: 'Controls/Tabs', parameters: { isBare: true } };
export default meta;

interface DeskProps {
  readonly idBase: string;
  readonly items: readonly TabItem[];
}

const Desk = ({ idBase, items }: DeskProps) => {
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

/** Arrows, Home and End walk; a count stands small behind. */
export const Parts: Story = {
  render: () => (
    <Desk
      idBase="teile"
      items={[
        { id: 'menu', label: 'Mittagstisch', count: 8 },
        { id: 'card', label: 'Karte', count: 42 },
        { id: 'info', label: 'Info' },
      ]}
    />
  ),
};

/** More than fits scrolls sideways. */
export const Many: Story = {
  render: () => <Desk idBase="viele" items={['Mittagstisch', 'Suppen und Eintöpfe', 'Salate', 'Vegetarisches', 'Nachtisch', 'Alkoholfreie Getränke'].map((label) => ({ id: label, label }))} />,
};

const Switching = () => {
  const [selectedId, setSelectedId] = useState('list');
  return (
    <ViewSwitch
      label="Ansicht"
      options={[
        { id: 'list', label: 'Liste', icon: List },
        { id: 'map', label: 'Karte', icon: Map },
      ]}
      selectedId={selectedId}
      onSelect={setSelectedId}
    />
  );
};

/** Floats above the lower edge on phones; gone from 701 px on. */
export const ListOrMap: Story = { globals: { viewport: { value: 'phone' } }, render: () => <Switching /> };
