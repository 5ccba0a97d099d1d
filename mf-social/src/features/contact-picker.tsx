import type { Contact } from '@mahlzeit/contract';
import { useCollection, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import { CollectionList } from '@mahlzeit/shared-ui/platform/collections';
import { Banner, Button, EmptyState, Stack } from '@mahlzeit/shared-ui/ui';
import { Avatar, Mosaic } from '@mahlzeit/shared-ui/ui/dialog';
import { PeopleHeading, SelectRow } from '@mahlzeit/shared-ui/ui/people';
import { Users } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../social-texts';
import { liveContactGroups, liveContacts, matchesName } from './contacts';
import { NobodyFound, PeopleSearch, PickedChips } from './people-search';

/** Keys of people in the order in which they were chosen. */
export type PickedKeys = readonly string[];

/**
 * With these people as well: a person alone, or everybody of a group, each counted once (S05). What would exceed `max`
 * is refused as a whole: null.
 */
export const withPeople = (picked: PickedKeys, keys: readonly string[], max: number): PickedKeys | null => {
  const all = [...new Set([...picked, ...keys])];
  return all.length > max ? null : all;
};

/** Without somebody. */
export const withoutPerson = (picked: PickedKeys, key: string): PickedKeys => picked.filter((other) => other !== key);

/** Takes somebody in, or out again; the same as before where that would exceed `max`. */
export const togglePerson = (picked: PickedKeys, key: string, max: number): PickedKeys =>
  picked.includes(key) ? withoutPerson(picked, key) : (withPeople(picked, [key], max) ?? picked);

/** Somebody as they are shown. */
interface ShownPerson {
  readonly key: string;
  readonly name: string;
  readonly pictureUrl: string | null;
}

/** Several people who are chosen at one press: those of a group, or of a chat. */
export interface PeopleSet {
  readonly key: string;
  readonly name: string;
  readonly people: readonly ShownPerson[];
}

interface ContactPickerProps {
  readonly picked: PickedKeys;
  readonly onChange: (picked: PickedKeys) => void;
  /** Most people that can be chosen; at it all others turn grey. */
  readonly max: number;
  /** Why nobody more can be chosen, once `max` is reached. */
  readonly maxWarning: { readonly title: string; readonly text: string };
  /** Whether people may be chosen who block the reader, or whom the reader blocks (S06). */
  readonly takesUninvitable: boolean;
  /** Said instead of the list where the reader has no contacts at all. */
  readonly empty: { readonly title: string; readonly text: string };
  /** Said instead of the list where the reader has contacts, and a block stands before each of them. */
  readonly allRefused?: { readonly title: string; readonly text: string };
  /** Groups stand above the people: one press chooses everybody of one who can be chosen. */
  readonly hasGroups?: boolean;
  /**
   * Chats stand above the groups, the last used first, with those in them who can be chosen, whether they are contacts
   * or not.
   */
  readonly chats?: readonly PeopleSet[];
  /** Whom the list has at all; everybody without it. */
  readonly isOffered?: (contact: Contact) => boolean;
  /** Who was picked elsewhere and is no contact stays picked: those of a chat who are asked to a meetup. */
  readonly keepsStrangers?: boolean;
}

interface PickRowProps extends Pick<ContactPickerProps, 'takesUninvitable'> {
  readonly contact: Contact;
  readonly isPicked: boolean;
  readonly isFull: boolean;
  readonly warningId: string;
  readonly onToggle: () => void;
}

const PickRow = ({
  contact: { name, photoURL, uninvitable },
  isPicked,
  isFull,
  warningId,
  takesUninvitable,
  onToggle,
}: PickRowProps) => {
  const t = useTexts();
  const isRefused = uninvitable && !takesUninvitable;
  return (
    <SelectRow
      leading={<Avatar name={name} pictureUrl={photoURL} size="list" />}
      title={name}
      text={isRefused ? t('UninvitableUser') : undefined}
      isSelected={isPicked}
      isDisabled={isRefused || isFull}
      reasonId={isFull ? warningId : undefined}
      onToggle={onToggle}
    />
  );
};

const usePickable = (
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

const nameList = new Intl.ListFormat('de');

const NO_SETS: readonly PeopleSet[] = [];

/** The others are found by a search: the people below are not to be scrolled for. */
const SHOWN_CHATS = 3;

/**
 * Nobody stays picked whom the list can't show as picked: who leaves the contacts, or blocks the reader where that
 * counts, is taken out, and it is said.
 */
const useOnlyPickable = ({
  picked,
  onChange,
  takesUninvitable,
  keepsStrangers = false,
  chats = NO_SETS,
}: Pick<ContactPickerProps, 'picked' | 'onChange' | 'takesUninvitable' | 'keepsStrangers' | 'chats'>): void => {
  const t = useTexts();
  const { snackbar } = useShell();
  const { status, items } = useCollection(liveContacts);
  const seen = useRef<ReadonlyMap<string, string>>(new Map());
  const takeOut = useEffectEvent(() => {
    if (status !== 'live') return;
    const contacts = items.filter(
      (contact) => contact.status !== 'deleted' && (takesUninvitable || !contact.uninvitable),
    );
    const pickable = new Map(
      [...chats.flatMap(({ people }) => people), ...contacts].map(({ key, name }) => [key, name]),
    );
    const gone = picked.filter((key) => !pickable.has(key) && (!keepsStrangers || seen.current.has(key)));
    const names = gone.map(
      (key) => seen.current.get(key) ?? items.find((contact) => contact.key === key)?.name ?? t('DeletedUser'),
    );
    // Whoever is gone is forgotten with it: it is said once, also where they can't be taken out.
    seen.current = pickable;
    if (gone.length === 0) return;
    onChange(picked.filter((key) => !gone.includes(key)));
    snackbar({ text: t('NoLongerPicked', { count: gone.length, names: nameList.format(names) }) });
  });
  useEffect(() => takeOut(), [status, items, picked, chats]);
};

interface SetRowsProps extends Pick<ContactPickerProps, 'picked' | 'onChange' | 'max'> {
  readonly label: string;
  readonly sets: readonly PeopleSet[];
  readonly warningId: string;
  /** Heads what follows below. */
  readonly next: string | null;
}

/** Groups, or chats: each counts by its people, and what exceeds the maximum is refused as a whole (S05). */
const SetRows = ({ label, sets, picked, onChange, max, warningId, next }: SetRowsProps) => {
  const t = useTexts();
  if (sets.length === 0) return null;
  return (
    <ul aria-label={label}>
      <PeopleHeading>{label}</PeopleHeading>
      {sets.map(({ key, name, people }) => {
        const keys = people.map((person) => person.key);
        const isSelected = keys.every((one) => picked.includes(one));
        const joined = withPeople(picked, keys, max);
        return (
          <SelectRow
            key={key}
            leading={<Mosaic people={people} />}
            title={name}
            text={t(joined === null && picked.length < max ? 'GroupTooLarge' : 'GroupMembers', { count: keys.length })}
            isSelected={isSelected}
            isDisabled={joined === null}
            reasonId={joined === null && picked.length >= max ? warningId : undefined}
            onToggle={() => onChange(isSelected ? picked.filter((one) => !keys.includes(one)) : (joined ?? picked))}
          />
        );
      })}
      {next !== null && <PeopleHeading>{next}</PeopleHeading>}
    </ul>
  );
};

const personOf = ({ key, name, photoURL }: Contact): ShownPerson => ({ key, name, pictureUrl: photoURL });

/**
 * Chats, found by whom they hold, and the reader's groups, found by their name; with those in them who can be chosen.
 */
const useFoundSets = (
  { takesUninvitable, hasGroups = false, chats = NO_SETS }: ContactPickerProps,
  pickable: readonly Contact[],
  searched: string,
) => {
  const groups = useCollection(liveContactGroups)
    .items.filter(({ name }) => hasGroups && matchesName(name, searched))
    .map(({ key, name, members }): PeopleSet => ({
      key,
      name,
      people: pickable
        .filter((contact) => members.includes(contact.key) && (takesUninvitable || !contact.uninvitable))
        .map(personOf),
    }));
  return {
    chats: chats
      .filter(({ people }) => matchesName(people.map(({ name }) => name).join(' '), searched))
      .slice(0, searched.trim() === '' ? SHOWN_CHATS : undefined),
    groups: groups.filter(({ people }) => people.length > 0),
  };
};

const everybody = (): boolean => true;

/**
 * Chooses among the reader's contacts: who was chosen as chips, a search, a checkbox for each. Deleted accounts and the
 * reader can't be chosen; who was chosen and can't be any more is taken out.
 */
export const ContactPicker = (props: ContactPickerProps) => {
  const {
    picked,
    onChange,
    max,
    maxWarning,
    takesUninvitable,
    empty,
    allRefused,
    chats = NO_SETS,
    isOffered = everybody,
  } = props;
  const t = useTexts();
  const { navigation } = useShell();
  const warningId = useId();
  const [searched, setSearched] = useState('');
  const { contacts, pickable } = usePickable(isOffered);
  useOnlyPickable(props);
  const found = pickable.filter(({ name }) => matchesName(name, searched));
  const sets = useFoundSets(props, pickable, searched);
  const known = new Map(
    [...chats.flatMap((chat) => chat.people), ...pickable.map(personOf)].map((person) => [person.key, person]),
  );
  const people = picked.flatMap((key) => known.get(key) ?? []);
  const wayOut = (
    <Button variant="tint" onClick={() => navigation.open('addcontacts')}>
      {t('SearchContact')}
    </Button>
  );
  const isFull = picked.length >= max;
  const isAllRefused = pickable.length > 0 && !takesUninvitable && pickable.every(({ uninvitable }) => uninvitable);
  const nobody = found.length === 0 && pickable.length > 0;
  const contactsHeading = nobody ? null : t('Contacts');
  const picking = { picked, onChange, max, warningId };
  if (isAllRefused && allRefused !== undefined && chats.length === 0)
    return (
      <EmptyState art="hot-beverage" {...allRefused}>
        {wayOut}
      </EmptyState>
    );
  return (
    <Stack $gap={12}>
      <PickedChips people={people} max={max} onRemove={(key) => onChange(withoutPerson(picked, key))} />
      {pickable.length > 0 && (
        <PeopleSearch label={t('SearchOwnContacts')} value={searched} onValueChange={setSearched} />
      )}
      <div id={warningId}>
        {isFull && (
          <Banner tone="warn" icon={Users} title={maxWarning.title}>
            {maxWarning.text}
          </Banner>
        )}
      </div>
      <SetRows
        label={t('Chats')}
        sets={sets.chats}
        next={sets.groups.length === 0 ? contactsHeading : null}
        {...picking}
      />
      <SetRows label={t('Groups')} sets={sets.groups} next={contactsHeading} {...picking} />
      {nobody ? (
        [...sets.chats, ...sets.groups].length === 0 && <NobodyFound searched={searched} />
      ) : (
        <CollectionList
          collection={contacts}
          items={found}
          look="plain"
          failedTitle={t('ContactsFailedTitle')}
          empty={{ art: 'hot-beverage', ...empty, wayOut }}
        >
          {(contact) => (
            <PickRow
              contact={contact}
              isPicked={picked.includes(contact.key)}
              isFull={isFull}
              warningId={warningId}
              takesUninvitable={takesUninvitable}
              onToggle={() => onChange(togglePerson(picked, contact.key, max))}
            />
          )}
        </CollectionList>
      )}
    </Stack>
  );
};
