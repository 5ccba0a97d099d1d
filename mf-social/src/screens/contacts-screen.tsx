import type { Contact } from '@mahlzeit/contract';
import { DELETED_PERSON } from '@mahlzeit/contract/rules';
import { defineScreen, useCollection, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { CollectionList, visibleCountOf } from '@mahlzeit/shared-ui/platform/collections';
import { Button, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet, SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { PeopleHeading, SpeedDial } from '@mahlzeit/shared-ui/ui/people';
import { QrCode, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useConnectionLink } from '../features/connection';
import { ContactRow, GroupRow, useContactSheets } from '../features/contact-list';
import { liveContactGroups, liveContacts, nameMatchesSearch, membersOf } from '../features/contacts';
import { useInvite } from '../features/invite';
import { NoSearchMatch, PeopleSearch } from '../features/people';
import { useTexts } from '../social-texts';

/** Row of the list: a contact, or the heading above the contacts that follow. */
type ContactListEntry =
  | { readonly key: string; readonly contact: Contact }
  | { readonly key: string; readonly heading: 'FavoriteContacts' | 'AllContacts' };

const contactEntryOf = (contact: Contact): ContactListEntry => ({ key: contact.key, contact });

/** Lists favourites first, under their own heading. Without favourites there are no headings. */
export const contactListEntries = (contacts: readonly Contact[]): readonly ContactListEntry[] => {
  const favorites = contacts.filter(({ isFavorite }) => isFavorite);
  const otherContacts = contacts.filter(({ isFavorite }) => !isFavorite);
  if (favorites.length === 0) return otherContacts.map(contactEntryOf);
  return [
    // Keys of contacts never contain `#`, so this key can't collide with theirs.
    { key: '#favorites', heading: 'FavoriteContacts' },
    ...favorites.map(contactEntryOf),
    ...(otherContacts.length === 0 ? [] : [{ key: '#others', heading: 'AllContacts' } as const]),
    ...otherContacts.map(contactEntryOf),
  ];
};

/** Returns a function that starts an invitation for the given contacts. */
const useInvitePeople = () => {
  const { logEvent } = useShell();
  const startInvitation = useInvite();
  return (invitedContacts: readonly Contact[]): void => {
    logEvent('meetup_from_contactlist');
    // The promise isn't awaited, because the invitation reports its errors itself.
    void startInvitation({
      attendees: invitedContacts.map(({ key, name, photoURL }) => ({
        uid: key,
        key,
        name,
        photoURL,
        hasOrdered: false,
        status: 'pending',
      })),
    });
  };
};

/** List of the user's contacts, favourites first, with a search. */
const ContactList = ({ onOpen: onOpenContact }: { readonly onOpen: (key: string) => void }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const contacts = useCollection(liveContacts);
  const invite = useInvitePeople();
  const [searchText, setSearchText] = useState('');
  const matchingContacts = contacts.items.filter(({ name, status }) =>
    nameMatchesSearch(status === 'deleted' ? DELETED_PERSON : name, searchText),
  );
  const listEntries = contactListEntries(matchingContacts);
  return (
    <Stack $gap={4}>
      {contacts.items.length > 0 && (
        <PeopleSearch label={t('SearchOwnContacts')} value={searchText} onValueChange={setSearchText} />
      )}
      {matchingContacts.length === 0 && contacts.items.length > 0 ? (
        <NoSearchMatch searchText={searchText} />
      ) : (
        <CollectionList
          collection={{ ...contacts, items: listEntries }}
          look="plain"
          failedTitle={t('ContactsFailedTitle')}
          empty={{
            art: 'hot-beverage',
            title: t('NoContactsTitle'),
            text: t('NoContactsText'),
            wayOut: (
              <Button variant="tint" onClick={() => navigation.open('addcontacts')}>
                {t('SearchContact')}
              </Button>
            ),
          }}
        >
          {(entry) =>
            'heading' in entry ? (
              <PeopleHeading>{t(entry.heading)}</PeopleHeading>
            ) : (
              <ContactRow
                contact={entry.contact}
                onOpen={() => onOpenContact(entry.key)}
                onInvite={() => invite([entry.contact])}
              />
            )
          }
        </CollectionList>
      )}
    </Stack>
  );
};

/** List of the user's groups of contacts, sorted by name. The search finds names of groups and names of members. */
const GroupList = ({ onOpen }: { readonly onOpen: (key: string) => void }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const contacts = useCollection(liveContacts);
  const groups = useCollection(liveContactGroups);
  const invite = useInvitePeople();
  const [searchText, setSearchText] = useState('');
  const matchingGroups = groups.items.filter((group) =>
    nameMatchesSearch(
      [group.name, ...membersOf(group, contacts.items).map(({ name }) => name ?? DELETED_PERSON)].join(' '),
      searchText,
    ),
  );
  return (
    <Stack $gap={4}>
      {groups.items.length > 0 && (
        <PeopleSearch label={t('SearchOwnGroups')} value={searchText} onValueChange={setSearchText} />
      )}
      {matchingGroups.length === 0 && groups.items.length > 0 ? (
        <NoSearchMatch searchText={searchText} listKind="groups" />
      ) : (
        <CollectionList
          collection={{ ...groups, items: matchingGroups }}
          look="plain"
          failedTitle={t('ContactsFailedTitle')}
          empty={{
            art: 'pot-of-food',
            title: t('NoGroupsTitle'),
            text: t('NoGroupsText'),
            wayOut: (
              <Button variant="tint" onClick={() => navigation.open('editgroup')}>
                {t('AddGroup')}
              </Button>
            ),
          }}
        >
          {(group) => (
            <GroupRow group={group} contacts={contacts.items} onOpen={() => onOpen(group.key)} onInvite={invite} />
          )}
        </CollectionList>
      )}
    </Stack>
  );
};

/** Screen with two tabs: contacts and groups of the user. A button adds more of them. */
export const ContactTabs = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const contacts = useCollection(liveContacts);
  const groups = useCollection(liveContactGroups);
  const { openContact, openGroup, sheet: contactSheet } = useContactSheets();
  const { open: openLinkSheet, sheet: linkSheet } = useConnectionLink();
  return (
    <>
      <SpeedDialSpacer>
        <SheetTabs
          label={t('Contacts')}
          idBase="contacts"
          tabs={[
            {
              id: 'all',
              label: t('AllContacts'),
              count: visibleCountOf(contacts),
              content: <ContactList onOpen={openContact} />,
            },
            {
              id: 'groups',
              label: t('Groups'),
              count: visibleCountOf(groups),
              content: <GroupList onOpen={openGroup} />,
            },
          ]}
        />
      </SpeedDialSpacer>
      <SpeedDial
        label={t('NewContactOrGroup')}
        entries={[
          { id: 'group', label: t('AddGroup'), icon: Users, onSelect: () => navigation.open('editgroup') },
          { id: 'search', label: t('SearchContact'), icon: UserPlus, onSelect: () => navigation.open('addcontacts') },
          { id: 'link', label: t('ConnectUser'), icon: QrCode, onSelect: openLinkSheet },
        ]}
      />
      {linkSheet}
      {contactSheet}
    </>
  );
};

// Space below the last row, so that the floating button never covers it.
const SpeedDialSpacer = styled.div`
  padding-bottom: 68px;
`;

const ContactsScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('Contacts')} onClose={navigation.close}>
      <ContactTabs />
    </Sheet>
  );
};

export default defineScreen(ContactsScreen);
