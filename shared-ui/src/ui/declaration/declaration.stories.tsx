import type { StoriesMeta, Story } from '../../../.storybook/story';
import { Declaration } from '.';

const meta: StoriesMeta = { title: 'Content/Declaration' };
export default meta;

/** Short declaration of allergens and additives; a press opens the full text. */
export const WithCodes: Story = {
  render: () => (
    <Declaration
      dish={{ name: 'Maultaschen in Rinderbrühe', allergens: ['A', 'C', 'I'], additives: ['mit Phosphat'] }}
    />
  ),
};

/** Dish with additives and without allergens. */
export const AdditivesAlone: Story = {
  render: () => <Declaration dish={{ name: 'Pils vom Fass', allergens: [], additives: ['mit Alkohol'] }} />,
};

/** Dish without declared allergens in a cart: a text advises the user to ask the restaurant. */
export const Undeclared: Story = {
  render: () => (
    <Declaration
      dish={{ name: 'Weißwein vom Fass', allergens: [], additives: ['mit Alkohol'] }}
      showsMissingAllergens
    />
  ),
};
