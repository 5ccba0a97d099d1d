import { List, Map } from 'lucide-react';
import { useState } from 'react';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { ViewSwitch } from './view-switch';

const meta: StoriesMeta = { title: 'Controls/View switch', parameters: { isBare: true } };
export default meta;

const ViewSwitchExample = () => {
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

/**
 * Story with the button that switches between list and map. It floats above the lower edge on phones and is hidden from
 * 701 px on.
 */
export const ListOrMap: Story = { globals: { viewport: { value: 'phone' } }, render: () => <ViewSwitchExample /> };
