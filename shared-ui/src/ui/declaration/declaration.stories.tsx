import type { StoriesMeta, Story } from '../../../.storybook/story';
import { Declaration } from '.';

const meta: StoriesMeta = { title: 'Content/Declaration' };
export default meta;

/** Story with a short declaration of allergens and additives; a press opens the full text. */
export const WithCodes: Story = {
  render: () => (
    <Declaration
      dish={{ name: 'Maultaschen in Rinderbrühe', allergens: ['A', 'C', 'I'], additives: ['mit Phosphat'] }}
    />
  ),
};

/** Story with a dish that has additives but no allergens. */
export const AdditivesAlone: Story = {
  render: () => <Declaration dish={{ name: 'Pils vom Fass', allergens: [], additives: ['mit Alkohol'] }} />,
};

/** Story with a dish in a cart that has no declared allergens: a text advises the user to ask the restaurant. */
export const Undeclared: Story = {
  render: () => (
    <Declaration
      dish={{ name: 'Weißwein vom Fass', allergens: [], additives: ['mit Alkohol'] }}
      showsMissingAllergens
    />
  ),
};
