import type { Contact } from '@mahlzeit/contract';
import { defineScreen, useCollection, useLazyPart, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { CollectionList, countOf } from '@mahlzeit/shared-ui/platform/collections';
import { Button, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet, SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { PeopleHeading, SpeedDial } from '@mahlzeit/shared-ui/ui/people';
import { QrCode, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useConnectionLink } from '../features/connection-link';
import { ContactRow, GroupRow } from '../features/contact-rows';
import type * as Sheets from '../features/contact-sheets';
import { liveContactGroups, liveContacts, matchesName, membersOf } from '../features/contacts';
import { useInvite } from '../features/invite';
import { NobodyFound, PeopleSearch } from '../features/people-search';
import type { ReportedPart } from '../features/person';
import { useTexts } from '../social-texts';

/** A line of the list: somebody, or the heading of those that follow. */
type ContactEntry =
  | { readonly key: string; readonly contact: Contact }
  | { readonly key: string; readonly heading: 'FavoriteContacts' | 'AllContacts' };

const entryOf = (contact: Contact): ContactEntry => ({ key: contact.key, contact });

/** Favourites first, under a heading of their own; without favourites nobody needs a heading. */
export const contactEntries = (contacts: readonly Contact[]): readonly ContactEntry[] => {
  const favorites = contacts.filter(({ isFavorite }) => isFavorite);
  const others = contacts.filter(({ isFavorite }) => !isFavorite);
  if (favorites.length === 0) return others.map(entryOf);
  return [
    // No key of a person has this sign.
    { key: '#favorites', heading: 'FavoriteContacts' },
    ...favorites.map(entryOf),
    ...(others.length === 0 ? [] : [{ key: '#others', heading: 'AllContacts' } as const]),
    ...others.map(entryOf),
  ];
};

/** Which sheet lies over the list. */
type OpenSheet =
  | { readonly kind: 'contact' | 'group'; readonly key: string }
  | { readonly kind: 'report'; readonly key: string; readonly part: ReportedPart };

/** Begins an invitation with somebody, or with a group. */
const useInvitePeople = () => {
  const { logEvent } = useShell();
  const invite = useInvite();
  return (people: readonly Contact[]): void => {
    logEvent('meetup_from_contactlist');
    // Not awaited: it tells by itself what keeps it.
    void invite({
      attendees: people.map(({ key, name, photoURL }) => ({
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

/** Everybody the reader knows, favourites first, with a search. */
const People = ({ onOpen }: { readonly onOpen: (key: string) => void }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const contacts = useCollection(liveContacts);
  const invite = useInvitePeople();
  const [searched, setSearched] = useState('');
  const found = contacts.items.filter(({ name, status }) =>
    matchesName(status === 'deleted' ? t('DeletedUser') : name, searched),
  );
  const entries = contactEntries(found);
  return (
    <Stack $gap={4}>
      {contacts.items.length > 0 && (
        <PeopleSearch label={t('SearchOwnContacts')} value={searched} onValueChange={setSearched} />
      )}
      {found.length === 0 && contacts.items.length > 0 ? (
        <NobodyFound searched={searched} />
      ) : (
        <CollectionList
          collection={{ ...contacts, items: entries }}
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
                onOpen={() => onOpen(entry.key)}
                onInvite={() => invite([entry.contact])}
              />
            )
          }
        </CollectionList>
      )}
    </Stack>
  );
};

/** The reader's groups by name, with a search for them and for whom they hold. */
const Groups = ({ onOpen }: { readonly onOpen: (key: string) => void }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const contacts = useCollection(liveContacts);
  const groups = useCollection(liveContactGroups);
  const invite = useInvitePeople();
  const [searched, setSearched] = useState('');
  const found = groups.items.filter((group) =>
    matchesName(
      [group.name, ...membersOf(group, contacts.items).map(({ name }) => name ?? t('DeletedUser'))].join(' '),
      searched,
    ),
  );
  return (
    <Stack $gap={4}>
      {groups.items.length > 0 && (
        <PeopleSearch label={t('SearchOwnGroups')} value={searched} onValueChange={setSearched} />
      )}
      {found.length === 0 && groups.items.length > 0 ? (
        <NobodyFound searched={searched} what="groups" />
      ) : (
        <CollectionList
          collection={{ ...groups, items: found }}
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

interface OpenSheetsProps extends Pick<typeof Sheets, 'ContactSheet' | 'GroupSheet'> {
  readonly open: OpenSheet | null;
  readonly onOpen: (open: OpenSheet | null) => void;
}

/** The sheet of whoever was pressed. It goes with them, where they leave the list meanwhile. */
const OpenSheets = ({ open, onOpen, ContactSheet, GroupSheet }: OpenSheetsProps) => {
  const contacts = useCollection(liveContacts).items;
  const groups = useCollection(liveContactGroups).items;
  const { part: report, load } = useLazyPart(() => import('../features/person'));
  const close = () => onOpen(null);
  const openReport = async (key: string, part: ReportedPart): Promise<void> => {
    if (await load()) onOpen({ kind: 'report', key, part });
  };
  const group = open?.kind === 'group' ? groups.find(({ key }) => key === open.key) : undefined;
  if (group !== undefined) return <GroupSheet group={group} contacts={contacts} onClose={close} />;
  const contact = contacts.find(({ key }) => key === open?.key);
  if (open === null || contact === undefined) return null;
  if (open.kind !== 'report')
    return <ContactSheet contact={contact} onReport={(part) => void openReport(open.key, part)} onClose={close} />;
  return report !== null && <report.PersonReportSheet person={contact} part={open.part} onClose={close} />;
};

/** The people and the groups that the reader has lunch with, and ways to more of them. */
export const ContactTabs = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const contacts = useCollection(liveContacts);
  const groups = useCollection(liveContactGroups);
  const [open, setOpen] = useState<OpenSheet | null>(null);
  const { part: sheets, load } = useLazyPart(() => import('../features/contact-sheets'));
  const { open: openLink, sheet: linkSheet } = useConnectionLink();
  const openSheet = async (next: OpenSheet): Promise<void> => {
    if (await load()) setOpen(next);
  };
  return (
    <>
      <BelowDial>
        <SheetTabs
          label={t('Contacts')}
          idBase="contacts"
          tabs={[
            {
              id: 'all',
              label: t('AllContacts'),
              count: countOf(contacts),
              content: <People onOpen={(key) => void openSheet({ kind: 'contact', key })} />,
            },
            {
              id: 'groups',
              label: t('Groups'),
              count: countOf(groups),
              content: <Groups onOpen={(key) => void openSheet({ kind: 'group', key })} />,
            },
          ]}
        />
      </BelowDial>
      <SpeedDial
        label={t('NewContactOrGroup')}
        entries={[
          { id: 'group', label: t('AddGroup'), icon: Users, onSelect: () => navigation.open('editgroup') },
          { id: 'search', label: t('SearchContact'), icon: UserPlus, onSelect: () => navigation.open('addcontacts') },
          { id: 'link', label: t('ConnectUser'), icon: QrCode, onSelect: openLink },
        ]}
      />
      {linkSheet}
      {sheets !== null && <OpenSheets {...sheets} open={open} onOpen={setOpen} />}
    </>
  );
};

// Room for the plus, so that it never lies over the last row.
const BelowDial = styled.div`
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
