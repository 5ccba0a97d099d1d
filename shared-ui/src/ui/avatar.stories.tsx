import type { ComponentProps } from 'react';
import { StoryColumn, Specimen } from '../../.storybook/story-frame';
import type { Playground, StoriesMeta, Story } from '../../.storybook/story';
import { BROKEN_PICTURE, SAMPLE_PICTURE } from '../../.storybook/story';
import type { MosaicPerson } from './avatar';
import { Avatar, Mosaic } from './avatar';

const meta: StoriesMeta = { title: 'Content/Avatar' };
export default meta;

/** Story of an avatar whose props can be changed in Storybook's controls panel. */
export const Controlled: Playground<ComponentProps<typeof Avatar>> = {
  render: (args) => <Avatar {...args} />,
  args: { name: 'Friederike Schönemann', size: 'large' },
  argTypes: { size: { control: 'inline-radio', options: ['small', 'regular', 'large', 'page'] } },
};

const PERSON_NAMES = [
  'Anna Lindqvist',
  'Mehmet Yıldız',
  'Friederike von der Lippe',
  'Đỗ Thị Hương',
  'Ben',
  'Cem Aydın',
  'Özlem Şahin',
  'Łukasz Żak',
  'Jörg ẞmann',
  '🥨 Brezn-Toni',
  'Dana',
  'Käthe',
];

/** Story with avatars: a picture, or initials on a colour derived from the name. */
export const People: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="28, 36 and 48 px" isInline>
        <Avatar name="Anna Lindqvist" size="small" />
        <Avatar name="Anna Lindqvist" />
        <Avatar name="Anna Lindqvist" size="large" />
      </Specimen>
      <Specimen label="Initials of many alphabets" isInline>
        {PERSON_NAMES.map((name) => (
          <Avatar key={name} name={name} size="large" />
        ))}
      </Specimen>
      <Specimen label="Picture; broken picture" isInline>
        <Avatar name="Anna Lindqvist" pictureUrl={SAMPLE_PICTURE} size="large" />
        <Avatar name="Ben" pictureUrl={BROKEN_PICTURE} size="large" />
      </Specimen>
    </StoryColumn>
  ),
};

const peopleOf = (personCount: number): MosaicPerson[] =>
  Array.from({ length: personCount }, (_, index) => ({
    key: String(index),
    name: PERSON_NAMES[index % PERSON_NAMES.length] ?? '',
  }));
const PEOPLE_COUNTS = [1, 2, 3, 4, 7, 150];

/**
 * Story with groups of people: circles with up to four pieces; if there are more people, the fourth piece shows how
 * many are hidden, at most +99.
 */
export const Groups: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="44 px: one letter a piece" isInline>
        {PEOPLE_COUNTS.map((count) => (
          <Mosaic key={count} mosaicPeople={peopleOf(count)} />
        ))}
      </Specimen>
      <Specimen label="64 px" isInline>
        {PEOPLE_COUNTS.map((count) => (
          <Mosaic key={count} mosaicPeople={peopleOf(count)} size="large" />
        ))}
      </Specimen>
      <Specimen label="With pictures" isInline>
        <Mosaic
          size="large"
          mosaicPeople={peopleOf(3).map((person, index) =>
            index === 0 ? { ...person, pictureUrl: SAMPLE_PICTURE } : person,
          )}
        />
        <Mosaic size="large" mosaicPeople={peopleOf(4).map((person) => ({ ...person, pictureUrl: SAMPLE_PICTURE }))} />
      </Specimen>
    </StoryColumn>
  ),
};
