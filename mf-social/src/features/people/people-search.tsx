import { EmptyState, Inline, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { PersonChips } from '@mahlzeit/shared-ui/ui/people';
import type { ChosenPerson } from '@mahlzeit/shared-ui/ui/people';
import { SearchBox } from '@mahlzeit/shared-ui/ui/restaurant';
import { SearchX } from 'lucide-react';
import { useTexts } from '../../social-texts';

interface PeopleSearchProps {
  /** Label of the search field, also used as its placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
}

/** Search field for people, marked as a search for screen readers. */
export const PeopleSearch = ({ label, value, onValueChange }: PeopleSearchProps) => (
  <Inline role="search">
    <SearchBox label={label} placeholder={label} value={value} onValueChange={onValueChange} />
  </Inline>
);

interface NoSearchMatchProps {
  readonly searchText: string;
  readonly listKind?: 'people' | 'groups';
}

/** Message for a search without results. */
export const NoSearchMatch = ({ searchText, listKind = 'people' }: NoSearchMatchProps) => {
  const t = useTexts();
  return (
    <div role="status">
      {listKind === 'people' ? (
        <EmptyState
          icon={SearchX}
          title={t('NoUserFoundByName')}
          text={t('NobodyNamed', { name: searchText.trim() })}
        />
      ) : (
        <EmptyState icon={SearchX} title={t('NoGroupFound')} text={t('NoGroupNamed', { name: searchText.trim() })} />
      )}
    </div>
  );
};

interface PickedPeopleChipsProps {
  readonly people: readonly ChosenPerson[];
  /** Number of all chosen people, if the chips don't show all of them. */
  readonly count?: number;
  /** Maximum number of people who can be chosen, if the announcement names it. */
  readonly max?: number;
  readonly onRemove: (key: string) => void;
}

/** Chips of the chosen people. Their number is announced to screen readers. */
export const PickedPeopleChips = ({ people, count = people.length, max, onRemove }: PickedPeopleChipsProps) => {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden role="status">
        {max === undefined ? t('PickedCount', { count }) : t('PickedCountOfMax', { count, max })}
      </VisuallyHidden>
      {people.length > 0 && (
        <PersonChips
          label={t('Picked')}
          people={people}
          removeLabel={(personName) => t('RemovePicked', { name: personName })}
          onRemove={onRemove}
          moreLabel={(hiddenPeopleCount) => t('AndMore', { count: hiddenPeopleCount })}
        />
      )}
    </>
  );
};
