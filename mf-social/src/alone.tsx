import {
  addContacts,
  blockUsers,
  connectUsers,
  deleteContactGroup,
  getRandomUsers,
  getRestaurant,
  importContacts,
  patchMe,
  putContactGroup,
  removeContacts,
  reportAbuse,
  searchBlockableUsers,
  searchContactableUsers,
  unblockUsers,
} from '@mahlzeit/contract';
import { aBlockedUser, aChat, aContact, aContactGroup, aPerson, aRestaurant, aUser } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { chatScenarios } from './screens/chat.scenarios';
import { draftScenarios } from './screens/invitation-draft.scenarios';
import { invitationScenarios } from './screens/invitations.scenarios';

const longName = 'Dr. Friederike von Hohenstein-Oldenburg-Schwarzwälder';
const sampleContacts = [
  aContact({ isFavorite: true }),
  aContact({ key: 'uid-friederike-01', name: longName }),
  aContact({ key: 'uid-cem-01', name: 'Cem Kaya', uninvitable: true }),
  aContact({ key: 'uid-dana-01', name: 'Dana Weiß', status: 'deleted' }),
];
const contactGroups = [
  aContactGroup({ isFavorite: true }),
  aContactGroup({
    key: 'gruppe-alle',
    name: 'Alle vom dritten Stock',
    members: ['uid-mehmet-01', 'uid-friederike-01', 'uid-cem-01', 'uid-dana-01', 'uid-niemand'],
  }),
];

const thousandContacts = Array.from({ length: 1_000 }, (_, index) =>
  aContact({
    key: `uid-viele-${index}`,
    name: `Person ${String(index + 1).padStart(4, '0')}`,
    isFavorite: index % 100 === 0,
  }),
);
const teamContacts = [
  'Ana Kowalczyk',
  'Eva Vogelsang',
  'Heike Schnurbusch',
  'Karl-Gustaf Brøndsted',
  'Linh Bùi',
  'Mehmet Aydın',
  'Ngozi Okonkwo',
  'Sümeyye Wörner-Yıldırım',
  'Tobias Krüger',
  longName,
].map((name, index) => aContact({ key: `uid-team-${index}`, name, isFavorite: index < 2 }));
const largeGroup = aContactGroup({
  key: 'gruppe-voll',
  name: 'Mittagsrunde Finanzen',
  members: teamContacts.slice(0, 9).map(({ key }) => key),
});
const blockedUsers = [
  aBlockedUser(),
  aBlockedUser({ key: 'uid-lang', name: longName }),
  aBlockedUser({ key: 'uid-wartet', name: 'Eva Vogelsang', pending: true }),
];
const foundPeople = ['Sümeyye Wörner-Yıldırım', 'Eva Vogelsang', 'Karl-Gustaf Brøndsted', longName].map(
  (displayName, index) => aPerson({ key: `uid-gefunden-${index}`, displayName }),
);

/** Responses of a gateway that accepts every request of the social screens. */
const acceptingAnswers = [
  answer(patchMe, aUser()),
  answer(removeContacts, {}),
  answer(blockUsers, {}),
  answer(unblockUsers, {}),
  answer(deleteContactGroup, {}),
  answer(putContactGroup, aContactGroup()),
  answer(reportAbuse, { reportId: 'meldung-01' }),
  answer(addContacts, { contacts: [aContact()] }),
  answer(connectUsers, { contacts: [aContact()] }),
  answer(importContacts, { added: 2 }),
  answer(getRandomUsers, foundPeople),
  answer(searchContactableUsers, foundPeople),
  answer(searchBlockableUsers, foundPeople),
];
/** Responses of a gateway that refuses every change. */
const refusingAnswers = [
  ...[
    patchMe,
    removeContacts,
    blockUsers,
    unblockUsers,
    deleteContactGroup,
    putContactGroup,
    reportAbuse,
    addContacts,
  ].map((route) => refuse(route, 'internal')),
  refuse(connectUsers, 'connectionCodeUnknown'),
  refuse(importContacts, 'ErrorTooManyAttempts', { retryAfterMs: 60_000 }),
  answer(getRandomUsers, foundPeople),
  answer(searchContactableUsers, foundPeople),
  answer(searchBlockableUsers, foundPeople),
];
const emptySuggestionAnswers = [
  answer(getRandomUsers, []),
  answer(searchContactableUsers, []),
  answer(searchBlockableUsers, []),
];
const unreachableAnswers = [
  failAsUnreachable(getRandomUsers),
  failAsUnreachable(searchContactableUsers),
  failAsUnreachable(searchBlockableUsers),
  failAsUnreachable(addContacts),
];
const topicsWithContacts = {
  me: { contacts: teamContacts, contactGroups: [...contactGroups, largeGroup], blockedUsers },
};
const topicsWithChats = {
  me: {
    ...topicsWithContacts.me,
    chats: [
      aChat({ participants: foundPeople, participantKeys: ['uid-frieda-01', ...foundPeople.map(({ key }) => key)] }),
    ],
  },
};

const restaurantProps = { restaurantKey: 'elbkantine', routingName: 'elbkantine', restaurantName: 'Elbkantine' };

/** Scenarios of mf-social: each screen and slot in each of its states. */
export const scenarios = defineScenarios([
  { name: 'Kontakte, keine', screen: 'contacts', session: 'unverified' },
  {
    name: 'Kontakte und Gruppen',
    screen: 'contacts',
    session: 'verified',
    topics: {
      me: {
        contacts: sampleContacts,
        contactGroups,
        blockedUsers: [aBlockedUser({ key: 'uid-cem-01', name: 'Cem Kaya' })],
      },
    },
    answers: acceptingAnswers,
  },
  {
    name: 'Kontakte: nichts davon gelingt',
    screen: 'contacts',
    session: 'verified',
    topics: { me: { contacts: sampleContacts, contactGroups } },
    answers: refusingAnswers,
  },
  {
    name: 'Kontakte, unbestätigt',
    screen: 'contacts',
    session: 'unverified',
    topics: topicsWithContacts,
    answers: acceptingAnswers,
    commands: { 'account/callToAction': () => Promise.resolve({ mayGoOn: false }) },
  },
  {
    name: 'Kontakte, tausend',
    screen: 'contacts',
    session: 'verified',
    topics: { me: { contacts: thousandContacts } },
    answers: acceptingAnswers,
  },
  {
    name: 'Kontakte ohne eigenen Link',
    screen: 'contacts',
    session: 'verified',
    account: { connectionLink: null, connectionCode: null },
    topics: topicsWithContacts,
  },
  { name: 'Kontakte ohne Verbindung', screen: 'contacts', session: 'verified', isOffline: true },
  { name: 'Kontakte hinzufügen', screen: 'addcontacts', session: 'verified', answers: acceptingAnswers },
  {
    name: 'Kontakte hinzufügen: sucht lange',
    screen: 'addcontacts',
    session: 'verified',
    answers: [neverRespond(getRandomUsers), neverRespond(searchContactableUsers)],
  },
  {
    name: 'Kontakte hinzufügen: findet niemanden',
    screen: 'addcontacts',
    session: 'verified',
    answers: emptySuggestionAnswers,
  },
  {
    name: 'Kontakte hinzufügen: nichts davon gelingt',
    screen: 'addcontacts',
    session: 'verified',
    answers: refusingAnswers,
  },
  {
    name: 'Kontakte hinzufügen ohne Verbindung',
    screen: 'addcontacts',
    session: 'verified',
    isOffline: true,
    answers: unreachableAnswers,
  },
  {
    name: 'Blockierte',
    screen: 'blockedusers',
    session: 'verified',
    topics: topicsWithContacts,
    answers: acceptingAnswers,
  },
  { name: 'Blockierte, keine', screen: 'blockedusers', session: 'verified' },
  {
    name: 'Blockierte, viele',
    screen: 'blockedusers',
    session: 'verified',
    topics: { me: { blockedUsers: thousandContacts.map(({ key, name }) => aBlockedUser({ key, name })) } },
  },
  {
    name: 'Blockierte: nichts davon gelingt',
    screen: 'blockedusers',
    session: 'verified',
    topics: topicsWithContacts,
    answers: refusingAnswers,
  },
  { name: 'Blockierte ohne Verbindung', screen: 'blockedusers', session: 'verified', isOffline: true },
  { name: 'Personen blockieren', screen: 'addblockedusers', session: 'verified', answers: acceptingAnswers },
  {
    name: 'Personen blockieren: findet niemanden',
    screen: 'addblockedusers',
    session: 'verified',
    answers: emptySuggestionAnswers,
  },
  {
    name: 'Personen blockieren: nichts davon gelingt',
    screen: 'addblockedusers',
    session: 'verified',
    answers: refusingAnswers,
  },
  {
    name: 'Gruppe anlegen',
    screen: 'editgroup',
    session: 'verified',
    topics: topicsWithContacts,
    answers: acceptingAnswers,
  },
  { name: 'Gruppe anlegen ohne Kontakte', screen: 'editgroup', session: 'verified' },
  {
    name: 'Gruppe anlegen, tausend Kontakte',
    screen: 'editgroup',
    session: 'verified',
    topics: { me: { contacts: thousandContacts } },
  },
  {
    name: 'Gruppe ändern: voll',
    screen: 'editgroup',
    params: ['gruppe-voll'],
    session: 'verified',
    topics: topicsWithContacts,
    answers: acceptingAnswers,
  },
  {
    name: 'Gruppe ändern: gibt es nicht',
    screen: 'editgroup',
    params: ['weg'],
    session: 'verified',
    topics: topicsWithContacts,
  },
  {
    name: 'Gruppe ändern ohne Verbindung',
    screen: 'editgroup',
    params: ['gruppe-voll'],
    session: 'verified',
    isOffline: true,
  },
  {
    name: 'Gruppe benennen',
    screen: 'editgroupname',
    params: ['gruppe-voll'],
    session: 'verified',
    topics: topicsWithContacts,
    answers: acceptingAnswers,
  },
  {
    name: 'Gruppe benennen: schon vergeben',
    screen: 'editgroupname',
    params: ['gruppe-voll'],
    session: 'verified',
    topics: topicsWithContacts,
    answers: [refuse(putContactGroup, 'ErrorGroupNameTaken')],
  },
  {
    name: 'Gruppe benennen: gibt es nicht',
    screen: 'editgroupname',
    params: ['weg'],
    session: 'verified',
    topics: topicsWithContacts,
  },
  { name: 'Gruppe benennen, ohne Auswahl', screen: 'editgroupname', session: 'verified', topics: topicsWithContacts },
  ...invitationScenarios,
  ...chatScenarios,
  ...draftScenarios,
  {
    name: 'Teilen und einladen, anonym',
    slot: 'restaurant/social',
    props: restaurantProps,
    session: 'anonymous',
    commands: { 'account/callToAction': () => Promise.resolve({ mayGoOn: false }) },
  },
  {
    name: 'Teilen und einladen, ohne Konto-Anwendung',
    slot: 'restaurant/social',
    props: restaurantProps,
    session: 'unverified',
  },
  {
    name: 'Teilen, bestätigt',
    slot: 'restaurant/social',
    props: restaurantProps,
    session: 'verified',
    topics: topicsWithChats,
    answers: [answer(getRestaurant, aRestaurant({ key: 'elbkantine', name: 'Elbkantine' }))],
  },
]);
