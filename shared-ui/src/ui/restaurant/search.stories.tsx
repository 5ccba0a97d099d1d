import { useState } from 'react';
import { Column, Specimen } from '../../../.storybook/story-frame';
import type { Stories, Story } from '../../../.storybook/story';
import { doNothing, LONG_NAME } from '../../../.storybook/story';
import { FilterButton, SearchBox, TopBarSearch } from './search-box';

const meta: Stories = { title: 'Inputs/Search' };
export default meta;

interface TypingProps {
  readonly start: string;
  readonly placeName?: string;
  readonly filters?: number;
}

const Typing = ({ start, placeName, filters = 0 }: TypingProps) => {
  const [value, setValue] = useState(start);
  const place =
    placeName === undefined
      ? undefined
      : { name: placeName, label: `Ort ändern, jetzt ${placeName}`, onClick: doNothing };
  return (
    <TopBarSearch>
      <SearchBox
        label="Lokal oder Gericht suchen"
        placeholder="Lokal oder Gericht"
        value={value}
        onValueChange={setValue}
        place={place}
      />
      <FilterButton label="Filter" count={filters} countLabel="aktiv" onClick={doNothing} />
    </TopBarSearch>
  );
};

/** Search field: empty, with a text, with active filters, and with the place inside for wide windows. */
export const States: Story = {
  render: () => (
    <Column>
      <Specimen label="Empty">
        <Typing start="" />
      </Specimen>
      <Specimen label="Typed: a cross empties it">
        <Typing start="Zwiebelkuchen" />
      </Specimen>
      <Specimen label="Two filters are on">
        <Typing start="" filters={2} />
      </Specimen>
      <Specimen label="With the place, from 850 px on">
        <Typing start="" placeName="Hamburg-Altstadt" filters={14} />
      </Specimen>
      <Specimen label="A long text">
        <Typing start={LONG_NAME} filters={2} />
      </Specimen>
    </Column>
  ),
};
