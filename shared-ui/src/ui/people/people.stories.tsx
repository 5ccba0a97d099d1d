import { Ban, Heart, UserPlus, Users } from 'lucide-react';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { doNothing, LONG_NAME } from '../../../.storybook/story';
import { Avatar, Mosaic } from '../avatar';
import { Button } from '../button';
import { VirtualList } from '../list/virtual-list';
import { ActionRow, ActionSheet, PeopleHeading, PersonChips, PersonRow, SelectRow, SpeedDial } from '.';

const meta: StoriesMeta = { title: 'Content/People' };
export default meta;

const people = [
  'Mehmet Aydın',
  'Friederike von Hohenstein-Oldenburg',
  'Tobias Krüger',
  'Ana Kowalczyk',
  'Linh Bùi',
  'Heike Schnurbusch',
  'Eva Vogelsang',
  'Ngozi Okonkwo',
  LONG_NAME,
].map((name, index) => ({ key: `p${index}`, name }));
const inviteButton = (
  <Button size="small" variant="tint">
    Einladen
  </Button>
);

/** Story with people and groups on the page's background, under headings. */
export const PeopleRows: Story = {
  render: () => (
    <StoryColumn>
      <ul>
        <PeopleHeading>Lieblingskontakte</PeopleHeading>
        <PersonRow
          leading={<Avatar name="Ana Kowalczyk" size="list" />}
          title="Ana Kowalczyk"
          onClick={doNothing}
          trailing={inviteButton}
        />
        <PersonRow
          leading={<Avatar name={LONG_NAME} size="list" />}
          title={LONG_NAME}
          onClick={doNothing}
          trailing={inviteButton}
        />
        <PeopleHeading>Alle Kontakte</PeopleHeading>
        <PersonRow
          leading={<Avatar name="Heike Schnurbusch" size="list" />}
          title="Heike Schnurbusch"
          text="Kannst du gerade nicht einladen."
          onClick={doNothing}
        />
        <PersonRow leading={<Mosaic mosaicPeople={people} />} title="Kollegen" text="9 Personen" />
      </ul>
    </StoryColumn>
  ),
};

/** Story with people with checkboxes; when the maximum number is selected, all other rows are grey. */
export const Choice: Story = {
  render: () => (
    <StoryColumn>
      <ul>
        <SelectRow
          leading={<Avatar name="Ana Kowalczyk" size="list" />}
          title="Ana Kowalczyk"
          isSelected
          onToggle={doNothing}
        />
        <SelectRow
          leading={<Avatar name="Eva Vogelsang" size="list" />}
          title="Eva Vogelsang"
          isSelected={false}
          onToggle={doNothing}
        />
        <SelectRow
          leading={<Avatar name="Cem Kaya" size="list" />}
          title="Cem Kaya"
          text="Kannst du gerade nicht einladen."
          isSelected={false}
          isDisabled
          onToggle={doNothing}
        />
        <SelectRow
          leading={<Avatar name={LONG_NAME} size="list" />}
          title={LONG_NAME}
          isSelected={false}
          isDisabled
          onToggle={doNothing}
        />
      </ul>
    </StoryColumn>
  ),
};

const manyPeople = Array.from({ length: 1_000 }, (_, index) => ({ key: `p${index}`, name: `Person ${index + 1}` }));

const scrollerStyle = { maxHeight: 420, overflowY: 'auto' } as const;

/** Story with a list of a thousand people with checkboxes, of which only the visible rows are rendered. */
export const ManyToChoose: Story = {
  render: () => (
    <StoryColumn>
      <div style={scrollerStyle}>
        <VirtualList items={manyPeople} look="plain">
          {({ key, name }) => (
            <SelectRow
              leading={<Avatar name={name} size="list" />}
              title={name}
              isSelected={key === 'p2'}
              onToggle={doNothing}
            />
          )}
        </VirtualList>
      </div>
    </StoryColumn>
  ),
};

/** Story with selected people as chips; people after the fifth are hidden until the user presses „und … weitere“. */
export const Chosen: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="A few">
        <PersonChips
          label="Gewählt"
          people={people.slice(0, 3)}
          removeLabel={(name) => `${name} entfernen`}
          moreLabel={(count) => `und ${count} weitere`}
          onRemove={doNothing}
        />
      </Specimen>
      <Specimen label="With actions on each person">
        <PersonChips
          label="Gewählt"
          people={people.slice(0, 3)}
          removeLabel={(name) => `${name} entfernen`}
          moreLabel={(count) => `und ${count} weitere`}
          onRemove={doNothing}
          onOpen={doNothing}
        />
      </Specimen>
      <Specimen label="Many">
        <PersonChips
          label="Gewählt"
          people={people}
          removeLabel={(name) => `${name} entfernen`}
          moreLabel={(count) => `und ${count} weitere`}
          onRemove={doNothing}
        />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with a sheet of actions on a person. */
export const Actions: Story = {
  render: () => (
    <ActionSheet
      title={LONG_NAME}
      text="Lieblingskontakt"
      emblem={<Avatar name={LONG_NAME} size="large" />}
      onClose={doNothing}
    >
      <div>
        <ActionRow icon={Heart} label="Nicht mehr Lieblingskontakt" onClick={doNothing} />
        <ActionRow
          icon={UserPlus}
          label="Freigeben"
          text="Ihr könnt euch wieder einladen und schreiben."
          onClick={doNothing}
        />
        <ActionRow icon={Ban} label="Blockieren" isDanger onClick={doNothing} />
      </div>
    </ActionSheet>
  ),
};

const dialFrameStyle = { position: 'relative', height: 320 } as const;

/** Story with a plus button that opens a few actions. */
export const Dial: Story = {
  render: () => (
    <div style={dialFrameStyle}>
      <SpeedDial
        label="Neu"
        entries={[
          { id: 'group', label: 'Gruppe anlegen', icon: Users, onSelect: doNothing },
          { id: 'search', label: 'Kontakt suchen', icon: UserPlus, onSelect: doNothing },
        ]}
      />
    </div>
  ),
};
