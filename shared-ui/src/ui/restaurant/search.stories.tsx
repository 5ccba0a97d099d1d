import { useState } from 'react';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { doNothing, LONG_NAME } from '../../../.storybook/story';
import { FilterButton, SearchBox, TopBarSearch } from './search-box';

const meta: StoriesMeta = { title: 'Inputs/Search' };
export default meta;

interface SearchExampleProps {
  readonly initialText: string;
  readonly placeName?: string;
  readonly filterCount?: number;
}

const SearchExample = ({ initialText, placeName, filterCount = 0 }: SearchExampleProps) => {
  const [value, setValue] = useState(initialText);
  const placeButton =
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
        placeButton={placeButton}
      />
      <FilterButton label="Filter" count={filterCount} countLabel="aktiv" onClick={doNothing} />
    </TopBarSearch>
  );
};

/**
 * Story with the search field: empty, with a text, with active filters, and, for wide windows, with the place around
 * which the list searches.
 */
export const States: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="Empty">
        <SearchExample initialText="" />
      </Specimen>
      <Specimen label="Typed: a cross empties it">
        <SearchExample initialText="Zwiebelkuchen" />
      </Specimen>
      <Specimen label="Two filters are on">
        <SearchExample initialText="" filterCount={2} />
      </Specimen>
      <Specimen label="With the place, from 850 px on">
        <SearchExample initialText="" placeName="Hamburg-Altstadt" filterCount={14} />
      </Specimen>
      <Specimen label="A long text">
        <SearchExample initialText={LONG_NAME} filterCount={2} />
      </Specimen>
    </StoryColumn>
  ),
};
