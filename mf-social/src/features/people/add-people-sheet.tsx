import type { Person } from '@mahlzeit/contract';
import { useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { Button, RowSkeletons, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { Avatar, Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { PeopleHeading, SelectRow } from '@mahlzeit/shared-ui/ui/people';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../social-texts';
import { NoSearchMatch, PeopleSearch, PickedPeopleChips } from './people-search';
import { useUserSearch } from './user-search';

/** Keeps the chosen people while the user searches several times. */
const usePickedUsers = () => {
  const [pickedPeople, setPickedPeople] = useState<readonly Person[]>([]);
  const isPersonPicked = (personKey: string): boolean => pickedPeople.some((person) => person.key === personKey);
  const removePerson = (personKey: string): void =>
    setPickedPeople((currentPeople) => currentPeople.filter((person) => person.key !== personKey));
  return {
    picked: pickedPeople,
    isPicked: isPersonPicked,
    remove: removePerson,
    toggle: (person: Person): void =>
      isPersonPicked(person.key) ? removePerson(person.key) : setPickedPeople((current) => [...current, person]),
  };
};

type PickedUsers = ReturnType<typeof usePickedUsers>;

interface SelectablePeopleProps extends PickedUsers {
  /** Heading above the list of people, for example „Vorschläge“ (suggestions). */
  readonly heading?: string;
  readonly people: readonly Person[];
  readonly isLoading: boolean;
}

/** People from a search or a suggestion, each with a checkbox. */
export const SelectablePeople = ({ heading, people, isLoading, isPicked, toggle }: SelectablePeopleProps) => {
  if (isLoading) return <RowSkeletons />;
  return (
    <ul>
      {heading !== undefined && people.length > 0 && <PeopleHeading>{heading}</PeopleHeading>}
      {people.map((person) => (
        <SelectRow
          key={person.key}
          leading={<Avatar name={person.displayName} pictureUrl={person.photoURL} size="list" />}
          title={person.displayName}
          isSelected={isPicked(person.key)}
          onToggle={() => toggle(person)}
        />
      ))}
    </ul>
  );
};

interface PickedOutsideListProps extends Pick<PickedUsers, 'picked' | 'remove'> {
  /** People in the list below the chips. They aren't repeated as chips. */
  readonly listedPeople: readonly Person[];
}

/** Chips for those chosen people who aren't in the list of the current search. */
const PickedOutsideList = ({ picked, remove, listedPeople }: PickedOutsideListProps) => {
  const unlistedPeople = picked.filter(({ key }) => !listedPeople.some((person) => person.key === key));
  return (
    <PickedPeopleChips
      people={unlistedPeople.map(({ key, displayName, photoURL }) => ({
        key,
        name: displayName,
        pictureUrl: photoURL,
      }))}
      count={picked.length}
      onRemove={remove}
    />
  );
};

interface AddPeopleSheetProps {
  readonly title: string;
  readonly explanation: string;
  /** Kind of users that the search finds: users who can be added as contacts, or users who can be blocked. */
  readonly searchedUsers: Parameters<typeof useUserSearch>[1];
  /** Returns the label of the button for a number of chosen people. */
  readonly confirmLabel: (count: number) => string;
  /** Adds or blocks the chosen people. Returns whether it succeeded; the screen closes after a success. */
  readonly onConfirm: (keys: readonly string[]) => Promise<boolean>;
  /** People who are suggested while the text is too short for a search. */
  readonly suggestedPeople?: readonly Person[];
  /** Renders the content that is shown while the text is too short for a search. */
  readonly children: (pickedUsers: PickedUsers) => ReactNode;
  /** Content below the list of people. */
  readonly footer?: ReactNode;
}

interface SearchResultsProps extends Pick<AddPeopleSheetProps, 'children'> {
  readonly typedText: string;
  readonly search: ReturnType<typeof useUserSearch>;
  readonly pickedUsers: PickedUsers;
}

const UserSearchResults = ({
  typedText,
  search: { isTooShort, isSearching, people },
  pickedUsers,
  children,
}: SearchResultsProps) => {
  const t = useTexts();
  if (isTooShort) return children(pickedUsers);
  if (isSearching)
    return (
      <>
        <Small role="status" $tone="quiet">
          {t('IsSearching')}
        </Small>
        <SelectablePeople {...pickedUsers} people={people} isLoading />
      </>
    );
  return people.length === 0 ? (
    <NoSearchMatch searchText={typedText} />
  ) : (
    <SelectablePeople {...pickedUsers} people={people} isLoading={false} />
  );
};

/**
 * Sheet in which the user searches people by name and chooses some of them. Its button then adds them as contacts, or
 * blocks them.
 */
export const AddPeopleSheet = ({
  title,
  explanation,
  searchedUsers,
  confirmLabel,
  onConfirm,
  suggestedPeople = [],
  children,
  footer,
}: AddPeopleSheetProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const [typedText, setTypedText] = useState('');
  const userSearch = useUserSearch(typedText, searchedUsers);
  const pickedUsers = usePickedUsers();
  const { isBusy, run } = useSingleFlight();
  const pickedCount = pickedUsers.picked.length;
  const addPeople = (): void =>
    run(async () => {
      if (await onConfirm(pickedUsers.picked.map(({ key }) => key))) navigation.back();
    });
  // Closing the sheet always leads back to the previous screen: the list of contacts, or a meetup's draft.
  const goBack = (): void => navigation.back();
  const dockContent = (
    <Button
      isBlock
      isBusy={isBusy}
      disabledReason={pickedCount === 0 ? t('ErrorNoUsers') : undefined}
      onClick={addPeople}
    >
      {confirmLabel(pickedCount)}
    </Button>
  );
  return (
    <Sheet
      title={title}
      subtitle={explanation}
      backButton={{ label: t('Back'), onClick: goBack }}
      onClose={goBack}
      dock={dockContent}
    >
      <Stack $gap={12}>
        <PeopleSearch label={t('SearchByName')} value={typedText} onValueChange={setTypedText} />
        <PickedOutsideList
          {...pickedUsers}
          listedPeople={userSearch.isTooShort ? suggestedPeople : userSearch.people}
        />
        <UserSearchResults typedText={typedText} search={userSearch} pickedUsers={pickedUsers}>
          {children}
        </UserSearchResults>
        {footer}
      </Stack>
    </Sheet>
  );
};
