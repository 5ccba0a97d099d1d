import { Contact, ContactGroup, meTopic } from '@mahlzeit/contract';
import { api, liveCollection } from '@mahlzeit/shared-ui/platform';
import { byName } from './contact-rules';

const contactsApi = api.injectEndpoints({
  endpoints: (build) => ({
    contacts: build.query<Contact[], void>(liveCollection({ topic: () => meTopic, collection: 'contacts', schema: Contact, compare: byName })),
    contactGroups: build.query<ContactGroup[], void>(liveCollection({ topic: () => meTopic, collection: 'contactGroups', schema: ContactGroup, compare: byName })),
  }),
});

/** The reader's contacts and groups by name, live. */
export const { useContactsQuery, useContactGroupsQuery } = contactsApi;
