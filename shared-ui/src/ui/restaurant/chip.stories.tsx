import { ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { Playground, StoriesMeta, Story } from '../../../.storybook/story';
import type { FoodArtName } from '../art/art';
import { Chip, ChipBar } from './chip';

const meta: StoriesMeta = { title: 'Controls/Chip' };
export default meta;

/** Story of a filter chip whose props can be changed in Storybook's controls panel. */
export const Controlled: Playground<ComponentProps<typeof Chip>> = {
  render: (args) => <Chip {...args} />,
  args: { children: 'Mittagstisch', art: 'fork-and-knife-with-plate', isPressed: true },
};

/** Story with filter chips in all states; selected chips are plum-coloured. */
export const States: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="To choose" isInline>
        <Chip art="spaghetti" isPressed={false}>
          Italienisch
        </Chip>
        <Chip isPressed={false}>Vegan</Chip>
      </Specimen>
      <Specimen label="Chosen" isInline>
        <Chip art="spaghetti" isPressed>
          Italienisch
        </Chip>
        <Chip isPressed>Vegan</Chip>
      </Specimen>
      <Specimen label="Opens something" isInline>
        <Chip icon={ChevronRight}>Mehr</Chip>
      </Specimen>
    </StoryColumn>
  ),
};

const TAGS: readonly { readonly name: string; readonly art: FoodArtName }[] = [
  { name: 'Alle', art: 'fork-and-knife-with-plate' },
  { name: 'Mittagstisch', art: 'pot-of-food' },
  { name: 'Italienisch', art: 'spaghetti' },
  { name: 'Asiatisch', art: 'steaming-bowl' },
  { name: 'Deutsch', art: 'pretzel' },
  { name: 'Burger', art: 'hamburger' },
  { name: 'Mediterran', art: 'shallow-pan-of-food' },
  { name: 'Gutbürgerlich-schwäbisch', art: 'potato' },
];

const TagBar = () => {
  const [chosenChip, setChosenChip] = useState('Mittagstisch');
  return (
    <ChipBar label="Küche">
      {TAGS.map(({ name, art }) => (
        <Chip key={name} art={art} isPressed={name === chosenChip} onClick={() => setChosenChip(name)}>
          {name}
        </Chip>
      ))}
      <Chip icon={ChevronRight}>Mehr</Chip>
    </ChipBar>
  );
};

/** Story with a row of filter chips that scrolls sideways and, on phones, sticks below the search. */
export const Bar: Story = { parameters: { isBare: true }, render: () => <TagBar /> };
