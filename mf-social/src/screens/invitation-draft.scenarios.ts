import {
  getInvitations,
  getOrders,
  getPlaceSuggestions,
  getRestaurant,
  putInvitation,
  searchNonPartners,
  searchPartners,
} from '@mahlzeit/contract';
import {
  aContact,
  aContactGroup,
  aFoundRestaurant,
  anAddress,
  anAttendee,
  anInvitation,
  aSuggestedPlace,
  aRestaurant,
  aWeek,
} from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario } from '@mahlzeit/shared-ui/testing';
import { changeDraft, draftStarted, emptyDraft } from '../features/invitation-draft';
import type { InvitationDraft } from '../features/invitation-draft';

const LONG_PERSON_NAME = 'Dr. Friederike von Hohenstein-Oldenburg-Schwarzwälder';
const guestNames = [
  'Mehmet Aydın',
  LONG_PERSON_NAME,
  'Tobias Krüger',
  'Ana Kowalczyk',
  'Linh Bùi',
  'Heike Schnurbusch',
  'Eva Vogelsang',
  'Sümeyye Wörner-Yıldırım',
  'Karl-Gustaf Brøndsted',
  'Paul Zander',
];
const contacts = [
  ...guestNames.map((name, index) => aContact({ key: `uid-gast-${index}`, name, isFavorite: index === 0 })),
  aContact({ key: 'uid-cem-01', name: 'Cem Kaya', uninvitable: true }),
  aContact({ key: 'uid-dana-01', name: 'Dana Weiß', status: 'deleted' }),
];
const contactGroups = [
  aContactGroup({
    key: 'gruppe-finanzen',
    name: 'Mittagsrunde Finanzen',
    members: ['uid-gast-0', 'uid-gast-1', 'uid-gast-2', 'uid-cem-01'],
  }),
  aContactGroup({ key: 'gruppe-alle', name: 'Alle vom dritten Stock', members: contacts.map(({ key }) => key) }),
];
const userTopic = { contacts, contactGroups };

const openingDays: Parameters<typeof aWeek>[0] = {
  1: ['11:00-17:00'],
  2: ['11:00-17:00'],
  3: ['11:00-17:00'],
  4: ['11:00-17:00'],
  5: ['11:00-13:45'],
};
const restaurant = aRestaurant({
  key: 'kirsche',
  name: 'Schwarzwälder-Kirschtorten-Manufaktur',
  routingName: 'kirsche',
  initialDistanceKm: 0.35,
  openingHours: aWeek(openingDays),
});
const foundRestaurants = [
  aFoundRestaurant({ key: 'kirsche', name: restaurant.name, routingName: 'kirsche', initialDistanceKm: 0.35 }),
  aFoundRestaurant({
    key: 'pho',
    name: 'Phở-Stube Großneumarkt',
    routingName: 'pho',
    initialDistanceKm: 0.6,
    address: anAddress({ quarter: 'Neustadt' }),
  }),
];
const nonPartnerCafe = aFoundRestaurant({
  key: 'cafe',
  name: 'Café am Fleet',
  routingName: 'cafe',
  type: 'NonPartner',
  hasPayment: false,
  initialDistanceKm: 0.2,
});

const defaultAnswers = [
  answer(getRestaurant, restaurant),
  answer(getInvitations, [anInvitation({ key: 'neulich', restaurant: 'suppenbar' })]),
  answer(getOrders, []),
  answer(getPlaceSuggestions, {
    named: [
      aSuggestedPlace(),
      aSuggestedPlace({ key: 'suppenbar', name: 'Suppenbar am Michel', routingName: 'suppenbar' }),
    ],
    nearest: [
      aSuggestedPlace({ key: 'kirsche', name: restaurant.name, routingName: 'kirsche', initialDistanceKm: 0.35 }),
      aSuggestedPlace({ key: 'fleet', name: 'Kantine am Fleet', routingName: 'fleet', initialDistanceKm: 0.8 }),
    ],
  }),
  answer(searchPartners, foundRestaurants),
  answer(searchNonPartners, [nonPartnerCafe]),
  answer(putInvitation, anInvitation({ key: 'einladung-neu' })),
];

const coordinate = { latitude: 53.55, longitude: 9.98 };
const guests = contacts.slice(0, 3).map(({ key, name }) => anAttendee({ key, name }));
const completeDraft: Partial<InvitationDraft> = {
  restaurant: 'kirsche',
  date: '2026-06-24T10:30:00.000Z',
  attendees: guests,
  isDirty: true,
  origin: { key: 'invitations', params: [] },
};

const draftScenario = (
  scenarioName: string,
  screenKey: string,
  draftOverrides: Partial<InvitationDraft>,
  scenarioOverrides: Partial<Scenario> = {},
): Scenario => ({
  session: 'verified',
  answers: defaultAnswers,
  topics: { me: userTopic },
  commands: { 'discovery/place': () => Promise.resolve({ at: coordinate }) },
  ...scenarioOverrides,
  name: scenarioName,
  screen: screenKey,
  params: [],
  prepare: (shell) => changeDraft(shell, draftStarted({ ...emptyDraft, ...draftOverrides })),
  stores: ['mahlzeit.user.uid-frieda-01.invitationDraft'],
});

/** Scenarios of the draft of an invitation: one for each state of its screens. */
export const draftScenarios = defineScenarios([
  draftScenario('Einladung: Lokal suchen', 'invitationrestaurant', {}),
  draftScenario('Einladung: Lokal suchen, ohne Ort', 'invitationrestaurant', {}, { commands: {} }),
  draftScenario(
    'Einladung: Lokal suchen, sucht lange',
    'invitationrestaurant',
    {},
    { answers: [neverRespond(searchPartners), neverRespond(searchNonPartners), ...defaultAnswers] },
  ),
  draftScenario(
    'Einladung: Lokal suchen, findet nichts',
    'invitationrestaurant',
    {},
    { answers: [answer(searchPartners, []), answer(searchNonPartners, []), ...defaultAnswers] },
  ),
  draftScenario(
    'Einladung: Lokal suchen, ohne Verbindung',
    'invitationrestaurant',
    {},
    {
      answers: [
        failAsUnreachable(searchPartners),
        failAsUnreachable(searchNonPartners),
        failAsUnreachable(getInvitations),
        failAsUnreachable(getOrders),
        failAsUnreachable(getPlaceSuggestions),
        failAsUnreachable(getRestaurant),
      ],
      isOffline: true,
    },
  ),
  draftScenario('Einladung: Personen', 'invitationcontacts', { restaurant: 'kirsche' }),
  draftScenario('Einladung: Personen, voll', 'invitationcontacts', {
    ...completeDraft,
    date: null,
    attendees: contacts.slice(0, 9).map(({ key, name }) => anAttendee({ key, name })),
  }),
  draftScenario(
    'Einladung: Personen, alle eingeladen',
    'invitationcontacts',
    { restaurant: 'kirsche', attendees: contacts.map(({ key, name }) => anAttendee({ key, name })) },
    { topics: { me: { contacts: contacts.slice(0, 2) } } },
  ),
  draftScenario(
    'Einladung: Personen, noch keine Kontakte',
    'invitationcontacts',
    { restaurant: 'kirsche' },
    { topics: {} },
  ),
  draftScenario('Einladung', 'invitationdraft', completeDraft),
  draftScenario('Einladung: die Zeit passt nicht', 'invitationdraft', {
    ...completeDraft,
    date: '2026-06-25T15:30:00.000Z',
  }),
  draftScenario('Einladung: schließt bald', 'invitationdraft', { ...completeDraft, date: '2026-06-26T11:15:00.000Z' }),
  draftScenario('Einladung: vorbei', 'invitationdraft', { ...completeDraft, date: '2026-06-24T09:00:00.000Z' }),
  draftScenario('Einladung: nur zum Mitnehmen', 'invitationdraft', completeDraft, {
    answers: [answer(getRestaurant, { ...restaurant, onlyTakeAway: true }), ...defaultAnswers],
  }),
  draftScenario('Einladung: zu neunt', 'invitationdraft', {
    ...completeDraft,
    message: 'Die Käsespätzle gehen auf mich.',
    attendees: contacts.slice(0, 9).map(({ key, name }) => anAttendee({ key, name })),
  }),
  draftScenario('Einladung: das Lokal gibt es nicht mehr', 'invitationdraft', completeDraft, {
    answers: [refuse(getRestaurant, 'notFound'), ...defaultAnswers],
  }),
  draftScenario('Einladung: Senden geht nicht', 'invitationdraft', completeDraft, {
    answers: [refuse(putInvitation, 'uninvitable'), ...defaultAnswers],
  }),
  draftScenario('Einladung: Senden dauert', 'invitationdraft', completeDraft, {
    answers: [neverRespond(putInvitation), ...defaultAnswers],
  }),
]);
