import type { Contact } from '@mahlzeit/contract';
import { DELETED_PERSON } from '@mahlzeit/contract/rules';
import { useCollection, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import { CollectionList } from '@mahlzeit/shared-ui/platform/collections';
import { Banner, Button, EmptyState, Stack } from '@mahlzeit/shared-ui/ui';
import { Avatar, Mosaic } from '@mahlzeit/shared-ui/ui/dialog';
import { PeopleHeading, SelectRow } from '@mahlzeit/shared-ui/ui/people';
import { Users } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../social-texts';
import { liveContactGroups, liveContacts, nameMatchesSearch } from '../contacts';
import { NoSearchMatch, PeopleSearch, PickedPeopleChips } from './people-search';

/** Keys of the chosen people in the order in which they were chosen. */
export type PickedKeys = readonly string[];

/**
 * Adds one person or all members of a group to the chosen people. Each person counts once (S05). Returns null if more
 * than `maxPeople` would be chosen.
 */
export const withPeoplePicked = (
  pickedKeys: PickedKeys,
  addedKeys: readonly string[],
  maxPeople: number,
): PickedKeys | null => {
  const mergedKeys = [...new Set([...pickedKeys, ...addedKeys])];
  return mergedKeys.length > maxPeople ? null : mergedKeys;
};

export const withoutPickedPerson = (pickedKeys: PickedKeys, removedKey: string): PickedKeys =>
  pickedKeys.filter((pickedKey) => pickedKey !== removedKey);

/**
 * Adds a person to the chosen people, or removes a person who is already chosen. Changes nothing if more than
 * `maxPeople` would be chosen.
 */
export const togglePickedPerson = (pickedKeys: PickedKeys, toggledKey: string, maxPeople: number): PickedKeys =>
  pickedKeys.includes(toggledKey)
    ? withoutPickedPerson(pickedKeys, toggledKey)
    : (withPeoplePicked(pickedKeys, [toggledKey], maxPeople) ?? pickedKeys);

interface PickerPerson {
  readonly key: string;
  readonly name: string;
  readonly pictureUrl: string | null;
}

/** Several people whom the user chooses with one press: the members of a group, or the participants of a chat. */
export interface PickablePeopleSet {
  readonly key: string;
  readonly name: string;
  readonly people: readonly PickerPerson[];
}

interface ContactPickerProps {
  readonly picked: PickedKeys;
  readonly onChange: (pickedKeys: PickedKeys) => void;
  /** Maximum number of chosen people. When it is reached, all people who aren't chosen are disabled. */
  readonly max: number;
  /** Explanation that is shown when `max` is reached. */
  readonly maxWarning: { readonly title: string; readonly text: string };
  /** Whether the user can choose people whom they block, or who block them (S06). */
  readonly takesUninvitable: boolean;
  /** Text beside a person who can't be chosen; by default, that the person can't be invited. */
  readonly refusedText?: string;
  /** Text that replaces the list if the user has no contacts. */
  readonly empty: { readonly title: string; readonly text: string };
  /**
   * Text that replaces the list if none of the contacts can be chosen, because they are blocked by the user or block
   * the user.
   */
  readonly allRefused?: { readonly title: string; readonly text: string };
  /** Whether groups are listed above the people. One press on a group chooses all its members who can be chosen. */
  readonly hasGroups?: boolean;
  /**
   * Chats that are listed above the groups, the most recently used first. Of each chat, the participants are named who
   * can be chosen, whether they are contacts or not.
   */
  readonly chats?: readonly PickablePeopleSet[];
  /** Returns whether the list shows a contact. By default it shows all contacts. */
  readonly isOffered?: (contact: Contact) => boolean;
  /**
   * Whether people stay chosen although they aren't contacts. Used for participants of a chat who are invited to a
   * meetup.
   */
  readonly keepsNonContacts?: boolean;
}

interface PickRowProps extends Pick<ContactPickerProps, 'takesUninvitable' | 'refusedText'> {
  readonly contact: Contact;
  readonly isPicked: boolean;
  readonly isLimitReached: boolean;
  readonly warningId: string;
  readonly onToggle: () => void;
}

const PickRow = ({
  contact: { name, photoURL, uninvitable },
  isPicked,
  isLimitReached,
  warningId,
  takesUninvitable,
  refusedText,
  onToggle,
}: PickRowProps) => {
  const t = useTexts();
  const isContactRefused = uninvitable && !takesUninvitable;
  return (
    <SelectRow
      leading={<Avatar name={name} pictureUrl={photoURL} size="list" />}
      title={name}
      text={isContactRefused ? (refusedText ?? t('UninvitableUser')) : undefined}
      isSelected={isPicked}
      isDisabled={isContactRefused || isLimitReached}
      reasonId={isLimitReached ? warningId : undefined}
      onToggle={onToggle}
    />
  );
};

const usePickableContacts = (
  isOffered: (contact: Contact) => boolean,
): { readonly contacts: ReturnType<typeof useCollection<Contact>>; readonly pickable: readonly Contact[] } => {
  const uid = useUid();
  const contacts = useCollection(liveContacts);
  return {
    contacts,
    pickable: contacts.items.filter(
      (contact) => contact.status !== 'deleted' && contact.key !== uid && isOffered(contact),
    ),
  };
};

const nameListFormat = new Intl.ListFormat('de');

const NO_PEOPLE_SETS: readonly PickablePeopleSet[] = [];

/**
 * Number of chats that are listed while the search text is empty. More chats would push the people far down; a search
 * finds the other chats.
 */
const MAX_SHOWN_CHATS = 3;

/**
 * Removes people from the chosen ones if they can't be chosen any more: former contacts, and blocked people if
 * `takesUninvitable` is false. A snackbar names the removed people.
 */
const useRemoveUnpickablePeople = ({
  picked,
  onChange,
  takesUninvitable,
  keepsNonContacts = false,
  chats = NO_PEOPLE_SETS,
}: Pick<ContactPickerProps, 'picked' | 'onChange' | 'takesUninvitable' | 'keepsNonContacts' | 'chats'>): void => {
  const t = useTexts();
  const { snackbar } = useShell();
  const { status, items } = useCollection(liveContacts);
  const lastPickableNameByKey = useRef<ReadonlyMap<string, string>>(new Map());
  const removeUnpickablePeople = useEffectEvent(() => {
    if (status !== 'live') return;
    const contacts = items.filter(
      (contact) => contact.status !== 'deleted' && (takesUninvitable || !contact.uninvitable),
    );
    const pickableNameByKey = new Map(
      [...chats.flatMap(({ people }) => people), ...contacts].map(({ key, name }) => [key, name]),
    );
    const removedKeys = picked.filter(
      (key) => !pickableNameByKey.has(key) && (!keepsNonContacts || lastPickableNameByKey.current.has(key)),
    );
    const removedNames = removedKeys.map(
      (key) =>
        lastPickableNameByKey.current.get(key) ?? items.find((contact) => contact.key === key)?.name ?? DELETED_PERSON,
    );
    // The map is replaced before `onChange` is called, so that the message names each removed person only once, even if
    // the caller doesn't remove the person.
    lastPickableNameByKey.current = pickableNameByKey;
    if (removedKeys.length === 0) return;
    onChange(picked.filter((key) => !removedKeys.includes(key)));
    snackbar({ text: t('NoLongerPicked', { count: removedKeys.length, names: nameListFormat.format(removedNames) }) });
  });
  useEffect(() => removeUnpickablePeople(), [status, items, picked, chats]);
};

interface PeopleSetRowsProps extends Pick<ContactPickerProps, 'picked' | 'onChange' | 'max'> {
  readonly label: string;
  readonly sets: readonly PickablePeopleSet[];
  readonly warningId: string;
  /** Heading of the list below these rows; null if there is none. */
  readonly nextHeading: string | null;
}

/**
 * Rows of groups or chats. Choosing a row chooses all people of its group or chat. If too many people would be chosen,
 * the row is disabled (S05).
 */
const PeopleSetRows = ({ label, sets, picked, onChange, max, warningId, nextHeading }: PeopleSetRowsProps) => {
  const t = useTexts();
  if (sets.length === 0) return null;
  return (
    <ul aria-label={label}>
      <PeopleHeading>{label}</PeopleHeading>
      {sets.map(({ key, name, people }) => {
        const peopleKeysOfSet = people.map((person) => person.key);
        const isSetSelected = peopleKeysOfSet.every((setPersonKey) => picked.includes(setPersonKey));
        const pickedKeysWithSet = withPeoplePicked(picked, peopleKeysOfSet, max);
        return (
          <SelectRow
            key={key}
            leading={<Mosaic mosaicPeople={people} />}
            title={name}
            text={t(pickedKeysWithSet === null && picked.length < max ? 'GroupTooLarge' : 'GroupMembers', {
              count: peopleKeysOfSet.length,
            })}
            isSelected={isSetSelected}
            isDisabled={pickedKeysWithSet === null}
            reasonId={pickedKeysWithSet === null && picked.length >= max ? warningId : undefined}
            onToggle={() =>
              onChange(
                isSetSelected
                  ? picked.filter((candidate) => !peopleKeysOfSet.includes(candidate))
                  : (pickedKeysWithSet ?? picked),
              )
            }
          />
        );
      })}
      {nextHeading !== null && <PeopleHeading>{nextHeading}</PeopleHeading>}
    </ul>
  );
};

const pickerPersonOf = ({ key, name, photoURL }: Contact): PickerPerson => ({ key, name, pictureUrl: photoURL });

/**
 * Filters chats by the names of their participants, and groups by their own name. The results contain only people who
 * can be chosen.
 */
const useMatchingPeopleSets = (
  { takesUninvitable, hasGroups = false, chats = NO_PEOPLE_SETS }: ContactPickerProps,
  pickable: readonly Contact[],
  searchText: string,
) => {
  const groups = useCollection(liveContactGroups)
    .items.filter(({ name }) => hasGroups && nameMatchesSearch(name, searchText))
    .map(({ key, name, members }): PickablePeopleSet => ({
      key,
      name,
      people: pickable
        .filter((contact) => members.includes(contact.key) && (takesUninvitable || !contact.uninvitable))
        .map(pickerPersonOf),
    }));
  return {
    chats: chats
      .filter(({ people }) => nameMatchesSearch(people.map(({ name }) => name).join(' '), searchText))
      .slice(0, searchText.trim() === '' ? MAX_SHOWN_CHATS : undefined),
    groups: groups.filter(({ people }) => people.length > 0),
  };
};

const isAlwaysOffered = (): boolean => true;

/**
 * Lets the user choose among their contacts, with chips of the chosen people, a search, and a checkbox for each
 * contact. Deleted accounts and the user can't be chosen. People who can't be chosen any more are removed.
 */
export const ContactPicker = (props: ContactPickerProps) => {
  const {
    picked,
    onChange,
    max,
    maxWarning,
    takesUninvitable,
    refusedText,
    empty,
    allRefused,
    chats = NO_PEOPLE_SETS,
    isOffered = isAlwaysOffered,
  } = props;
  const t = useTexts();
  const { navigation } = useShell();
  const warningId = useId();
  const [searchText, setSearchText] = useState('');
  const { contacts, pickable } = usePickableContacts(isOffered);
  useRemoveUnpickablePeople(props);
  const matchingContacts = pickable.filter(({ name }) => nameMatchesSearch(name, searchText));
  const matchingPeopleSets = useMatchingPeopleSets(props, pickable, searchText);
  const peopleByKey = new Map(
    [...chats.flatMap((chat) => chat.people), ...pickable.map(pickerPersonOf)].map((person) => [person.key, person]),
  );
  const pickedPeople = picked.flatMap((key) => peopleByKey.get(key) ?? []);
  const searchPeopleButton = (
    <Button variant="tint" onClick={() => navigation.open('addcontacts')}>
      {t('SearchContact')}
    </Button>
  );
  const isLimitReached = picked.length >= max;
  const areAllContactsRefused =
    pickable.length > 0 && !takesUninvitable && pickable.every(({ uninvitable }) => uninvitable);
  const hasNoMatchingContact = matchingContacts.length === 0 && pickable.length > 0;
  const contactsHeading = hasNoMatchingContact ? null : t('Contacts');
  const pickingProps = { picked, onChange, max, warningId };
  if (areAllContactsRefused && allRefused !== undefined && chats.length === 0)
    return (
      <EmptyState art="hot-beverage" {...allRefused}>
        {searchPeopleButton}
      </EmptyState>
    );
  return (
    <Stack $gap={12}>
      <PickedPeopleChips
        people={pickedPeople}
        max={max}
        onRemove={(key) => onChange(withoutPickedPerson(picked, key))}
      />
      {pickable.length > 0 && (
        <PeopleSearch label={t('SearchOwnContacts')} value={searchText} onValueChange={setSearchText} />
      )}
      <div id={warningId}>
        {isLimitReached && (
          <Banner tone="warn" icon={Users} title={maxWarning.title}>
            {maxWarning.text}
          </Banner>
        )}
      </div>
      <PeopleSetRows
        label={t('Chats')}
        sets={matchingPeopleSets.chats}
        nextHeading={matchingPeopleSets.groups.length === 0 ? contactsHeading : null}
        {...pickingProps}
      />
      <PeopleSetRows
        label={t('Groups')}
        sets={matchingPeopleSets.groups}
        nextHeading={contactsHeading}
        {...pickingProps}
      />
      {hasNoMatchingContact ? (
        [...matchingPeopleSets.chats, ...matchingPeopleSets.groups].length === 0 && (
          <NoSearchMatch searchText={searchText} />
        )
      ) : (
        <CollectionList
          collection={contacts}
          items={matchingContacts}
          look="plain"
          failedTitle={t('ContactsFailedTitle')}
          empty={{ art: 'hot-beverage', ...empty, wayOut: searchPeopleButton }}
        >
          {(contact) => (
            <PickRow
              contact={contact}
              isPicked={picked.includes(contact.key)}
              isLimitReached={isLimitReached}
              warningId={warningId}
              takesUninvitable={takesUninvitable}
              refusedText={refusedText}
              onToggle={() => onChange(togglePickedPerson(picked, contact.key, max))}
            />
          )}
        </CollectionList>
      )}
    </Stack>
  );
};
