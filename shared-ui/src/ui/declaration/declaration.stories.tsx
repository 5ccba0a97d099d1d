import type { Stories, Story } from '../../../.storybook/story';
import { Declaration } from '.';

const meta: Stories = { title: 'Content/Declaration' };
export default meta;

/** Short declaration of a dish; a press opens the full text. */
export const WithCodes: Story = {
  render: () => (
    <Declaration
      dish={{ name: 'Maultaschen in Rinderbrühe', allergens: ['A', 'C', 'I'], additives: ['mit Phosphat'] }}
    />
  ),
};

/** Additives only. */
export const AdditivesAlone: Story = {
  render: () => <Declaration dish={{ name: 'Pils vom Fass', allergens: [], additives: ['mit Alkohol'] }} />,
};

/** Before an order, a dish without declared allergens says so. */
export const Undeclared: Story = {
  render: () => (
    <Declaration dish={{ name: 'Weißwein vom Fass', allergens: [], additives: ['mit Alkohol'] }} isOrdered />
  ),
};
