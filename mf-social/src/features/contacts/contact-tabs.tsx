import { SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../../social-texts';
import { LiveList } from '../live-list';
import { ContactRow } from './contact-row';
import { useContactGroupsQuery, useContactsQuery } from './contacts-api';
import { GroupRow } from './group-row';

/** The people and the groups that the reader has lunch with. */
export const ContactTabs = () => {
  const t = useTexts();
  const contacts = useContactsQuery();
  const groups = useContactGroupsQuery();
  const people = (
    <LiveList query={contacts} items={contacts.data} failedTitle={t('ContactsFailedTitle')} empty={{ art: 'hot-beverage', title: t('NoContactsTitle'), text: t('NoContactsText') }}>
      {(contact) => <ContactRow key={contact.key} contact={contact} />}
    </LiveList>
  );
  const groupsOfPeople = (
    <LiveList query={groups} items={groups.data} failedTitle={t('ContactsFailedTitle')} empty={{ art: 'pot-of-food', title: t('NoGroupsTitle'), text: t('NoGroupsText') }}>
      {(group) => <GroupRow key={group.key} group={group} contacts={contacts.data ?? []} />}
    </LiveList>
  );
  return (
    <SheetTabs
      label={t('Contacts')}
      idBase="contacts"
      tabs={[
        { id: 'all', label: t('AllContacts'), count: contacts.data?.length, content: people },
        { id: 'groups', label: t('Groups'), count: groups.data?.length, content: groupsOfPeople },
      ]}
    />
  );
};
