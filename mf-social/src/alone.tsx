import { aContact, aContactGroup, anAttendee, anInvitation, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { defineScenarios } from '@mahlzeit/shared-ui/testing';
import { chatScenarios } from './screens/chat.scenarios';

const longName = 'Dr. Friederike von Hohenstein-Oldenburg-Schwarzwälder';
const contacts = [
  aContact({ isFavorite: true }),
  aContact({ key: 'uid-friederike-01', name: longName }),
  aContact({ key: 'uid-cem-01', name: 'Cem Kaya', uninvitable: true }),
  aContact({ key: 'uid-dana-01', name: 'Dana Weiß', status: 'deleted' }),
];
const contactGroups = [
  aContactGroup({ isFavorite: true }),
  aContactGroup({ key: 'gruppe-alle', name: 'Alle vom dritten Stock', members: ['uid-mehmet-01', 'uid-friederike-01', 'uid-cem-01', 'uid-dana-01', 'uid-niemand'] }),
];

const frieda = anAttendee({ key: 'uid-frieda-01', name: 'Frieda Petersen', status: 'accepted' });
const asGuest = { isOwn: false, attendees: [anAttendee({ status: 'accepted' }), { ...frieda, status: 'pending' as const }] };
const invitations = [
  anInvitation(),
  anInvitation({ ...asGuest, key: 'einladung-02', date: '2026-06-25T13:00:00+02:00', isTakeAway: true, restaurantInfo: aRestaurantSummary({ name: 'Schwarzwälder-Kirschtorten-Manufaktur am Großneumarkt' }) }),
  anInvitation({ key: 'einladung-03', date: '2026-06-30T12:00:00+02:00', status: 'accepted', attendees: [frieda, ...contacts.map(({ key, name }) => anAttendee({ key, name, status: 'accepted' }))] }),
  anInvitation({ key: 'einladung-04', date: '2026-06-26T12:15:00+02:00', status: 'canceled' }),
  anInvitation({ key: 'einladung-05', date: '2026-06-23T12:30:00+02:00', status: 'declined', attendees: [frieda, anAttendee({ status: 'declined' })] }),
];

const manyContacts = Array.from({ length: 120 }, (_, place) => aContact({ key: `uid-viele-${place}`, name: `Person ${String(place + 1).padStart(3, '0')}` }));

const restaurant = { restaurantKey: 'elbkantine', routingName: 'elbkantine', restaurantName: 'Elbkantine' };

/** Every screen and slot of social in every state. */
export const scenarios = defineScenarios([
  { name: 'Kontakte, keine', screen: 'contacts', session: 'unverified' },
  { name: 'Kontakte und Gruppen', screen: 'contacts', session: 'verified', topics: { me: { contacts, contactGroups } } },
  { name: 'Kontakte, viele', screen: 'contacts', session: 'verified', topics: { me: { contacts: manyContacts } } },
  { name: 'Kontakte ohne Verbindung', screen: 'contacts', session: 'verified', isOffline: true },
  { name: 'Einladungen, keine', screen: 'invitations', session: 'unverified' },
  { name: 'Einladungen', screen: 'invitations', session: 'verified', topics: { me: { invitations } } },
  { name: 'Einladungen ohne Verbindung', screen: 'invitations', session: 'verified', isOffline: true },
  ...chatScenarios,
  { name: 'Teilen und einladen, anonym', slot: 'restaurant/social', props: restaurant, session: 'anonymous', commands: { 'account/callToAction': () => Promise.resolve({ mayGoOn: false }) } },
  { name: 'Teilen und einladen, ohne Konto-Anwendung', slot: 'restaurant/social', props: restaurant, session: 'unverified' },
  { name: 'Teilen, bestätigt', slot: 'restaurant/social', props: restaurant, session: 'verified' },
]);
