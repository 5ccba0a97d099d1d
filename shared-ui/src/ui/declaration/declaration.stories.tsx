import type { Stories, Story } from '../../../.storybook/story';
import { Declaration } from '.';

const meta: Stories = { title: 'Content/Declaration' };
export default meta;

/** What a dish declares in short; a press opens it in full. */
export const WithCodes: Story = {
  render: () => (
    <Declaration
      dish={{ name: 'Maultaschen in Rinderbrühe', allergens: ['A', 'C', 'I'], additives: ['mit Phosphat'] }}
    />
  ),
};

/** Additives alone. */
export const AdditivesAlone: Story = {
  render: () => <Declaration dish={{ name: 'Pils vom Fass', allergens: [], additives: ['mit Alkohol'] }} />,
};

/** Before an order: nobody has declared allergens. */
export const Undeclared: Story = {
  render: () => (
    <Declaration dish={{ name: 'Weißwein vom Fass', allergens: [], additives: ['mit Alkohol'] }} isOrdered />
  ),
};
