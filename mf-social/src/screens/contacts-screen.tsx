import type { Contact, ContactGroup } from '@mahlzeit/contract';
import { defineScreen, useCollection } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { CollectionList, countOf } from '@mahlzeit/shared-ui/platform/collections';
import { Icon, Row, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { Avatar, Mosaic, Sheet, SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { Heart } from 'lucide-react';
import styled from 'styled-components';
import { liveContactGroups, liveContacts, membersOf } from '../features/contacts';
import { useTexts } from '../social-texts';

/** Marks who is a favourite. */
const FavoriteMark = () => {
  const t = useTexts();
  return (
    <Mark>
      <Icon of={Heart} size={18} isFilled />
      <VisuallyHidden>{t('FavoriteContact')}</VisuallyHidden>
    </Mark>
  );
};

const Mark = styled.span`
  display: grid;
  color: ${tokens.color.plumText};
`;

/** One person. Who can't be invited says so. */
const ContactRow = ({ contact: { name, photoURL, isFavorite, status, uninvitable } }: { readonly contact: Contact }) => {
  const t = useTexts();
  const isDeleted = status === 'deleted';
  const shownName = isDeleted ? t('DeletedUser') : name;
  return (
    <Row
      leading={<Avatar name={shownName} pictureUrl={isDeleted ? null : photoURL} size="large" />}
      title={shownName}
      text={!isDeleted && uninvitable ? t('UninvitableUser') : undefined}
      trailing={isFavorite ? <FavoriteMark /> : undefined}
    />
  );
};

interface GroupRowProps {
  readonly group: ContactGroup;
  /** Everybody the reader knows. */
  readonly contacts: readonly Contact[];
}

/** One group with its people. */
const GroupRow = ({ group, contacts }: GroupRowProps) => {
  const t = useTexts();
  const people = membersOf(group, contacts).map(({ key, name, photoURL }) => ({ key, name: name ?? t('DeletedUser'), pictureUrl: photoURL }));
  return (
    <Row
      leading={<Mosaic people={people} />}
      title={group.name}
      text={<>{t('GroupMembers', { count: people.length })} · {people.map(({ name }) => name).join(', ')}</>}
      trailing={group.isFavorite ? <FavoriteMark /> : undefined}
    />
  );
};

/** The people and the groups that the reader has lunch with. */
export const ContactTabs = () => {
  const t = useTexts();
  const contacts = useCollection(liveContacts);
  const groups = useCollection(liveContactGroups);
  const people = (
    <CollectionList collection={contacts} items={contacts.items} failedTitle={t('ContactsFailedTitle')} empty={{ art: 'hot-beverage', title: t('NoContactsTitle'), text: t('NoContactsText') }}>
      {(contact) => <ContactRow contact={contact} />}
    </CollectionList>
  );
  const groupsOfPeople = (
    <CollectionList collection={groups} items={groups.items} failedTitle={t('ContactsFailedTitle')} empty={{ art: 'pot-of-food', title: t('NoGroupsTitle'), text: t('NoGroupsText') }}>
      {(group) => <GroupRow group={group} contacts={contacts.items} />}
    </CollectionList>
  );
  return (
    <SheetTabs
      label={t('Contacts')}
      idBase="contacts"
      tabs={[
        { id: 'all', label: t('AllContacts'), count: countOf(contacts), content: people },
        { id: 'groups', label: t('Groups'), count: countOf(groups), content: groupsOfPeople },
      ]}
    />
  );
};

const ContactsScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('Contacts')} onClose={navigation.close}>
      <ContactTabs />
    </Sheet>
  );
};

export default defineScreen(ContactsScreen);
