import {
  answerInvitation,
  chatTopic,
  getInvitation,
  getInvitationCalendar,
  getInvitations,
  getRestaurant,
  getSharedInvitation,
  joinSharedInvitation,
  reportAbuse,
  revokeInvitationLink,
  sendInvitationReminder,
  shareInvitation,
} from '@mahlzeit/contract';
import type { Invitation, SharedInvitation } from '@mahlzeit/contract';
import { aChat, anAttendee, anInvitation, aRestaurant, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioTopics } from '@mahlzeit/shared-ui/testing';

const LONG_PERSON_NAME = 'Dr. Friederike von Hohenstein-Oldenburg-Schwarzwälder';
const LONG_PLACE_NAME = 'Schwarzwälder-Kirschtorten-Manufaktur am Großneumarkt';

const ownAttendee = anAttendee({ key: 'uid-frieda-01', name: 'Frieda Petersen', status: 'accepted' });
const mehmetAttendee = anAttendee({ status: 'accepted' });
const tobiasAttendee = anAttendee({ key: 'uid-tobias-01', name: 'Tobias Krüger', status: 'declined' });
const otherAttendees = ['Ana Kowalczyk', 'Linh Bùi', LONG_PERSON_NAME, 'Cem Kaya'].map((name, index) =>
  anAttendee({ key: `uid-weitere-${index}`, name }),
);
const receivedInvitation = {
  isOwn: false,
  attendees: [mehmetAttendee, { ...ownAttendee, status: 'pending' as const }, tobiasAttendee],
};

/** Upcoming invitations in each state, both the user's own and received ones. */
export const invitations: readonly Invitation[] = [
  anInvitation({ ...receivedInvitation, restaurantInfo: aRestaurantSummary({ name: LONG_PLACE_NAME }) }),
  anInvitation({ key: 'einladung-02', date: '2026-06-24T12:45:00+02:00', attendees: [ownAttendee, ...otherAttendees] }),
  anInvitation({
    key: 'einladung-03',
    date: '2026-06-24T13:00:00+02:00',
    status: 'accepted',
    attendees: [
      ownAttendee,
      mehmetAttendee,
      { ...(otherAttendees[1] ?? mehmetAttendee), status: 'accepted' },
      tobiasAttendee,
    ],
  }),
  anInvitation({
    ...receivedInvitation,
    key: 'einladung-04',
    date: '2026-06-26T12:15:00+02:00',
    status: 'canceled',
    isTakeAway: true,
    attendees: [tobiasAttendee, ownAttendee, mehmetAttendee],
  }),
  anInvitation({
    ...receivedInvitation,
    key: 'einladung-05',
    date: '2026-07-07T11:00:00+02:00',
    status: 'accepted',
    attendees: [{ ...mehmetAttendee, name: LONG_PERSON_NAME }, ownAttendee, ...otherAttendees],
  }),
];

/** Returns one past invitation for each of the last `invitationCount` days, the latest first. */
export const createPastInvitations = (invitationCount: number): Invitation[] =>
  Array.from({ length: invitationCount }, (_, index) =>
    anInvitation({
      ...(index % 2 === 0
        ? { attendees: [ownAttendee, mehmetAttendee], status: 'accepted' }
        : { ...receivedInvitation }),
      key: `vorbei-${index}`,
      date: new Date(Date.parse('2026-06-24T10:00:00+02:00') - index * 43_200_000).toISOString(),
    }),
  );

const inboxChats = [aChat()];
const calendarFile = {
  bytes: Uint8Array.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', (character) => character.charCodeAt(0)),
  name: null,
};
const restaurantOpenAllDay = aRestaurant({ key: 'elbkantine' });

const loadAnswers = [
  answer(getRestaurant, restaurantOpenAllDay),
  answer(getInvitations, createPastInvitations(12).slice(0, 6), createPastInvitations(12).slice(6), []),
  answer(reportAbuse, { reportId: 'meldung-01' }),
];
const acceptingAnswers = [
  answer(
    answerInvitation,
    anInvitation({
      ...receivedInvitation,
      restaurantInfo: aRestaurantSummary({ name: LONG_PLACE_NAME }),
      status: 'accepted',
      attendees: [mehmetAttendee, ownAttendee, tobiasAttendee],
    }),
  ),
  answer(sendInvitationReminder, { success: true }),
  answer(getInvitationCalendar, calendarFile),
  answer(shareInvitation, { url: 'https://mahlzeit.example/i/k3Jx9mQvT2sLr8Yb5Wc7Zd' }),
  answer(revokeInvitationLink, {}),
  ...loadAnswers,
];
const scenarioTopics: ScenarioTopics = { me: { invitations, chats: inboxChats }, [chatTopic('chat-01')]: {} };

const guestNames = ['Mehmet', 'Friederike', 'Tobias', 'Ana', 'Linh', 'Heike', 'Eva', 'Ngozi', 'Cem'];
const createSharedInvitation = (overrides: Partial<SharedInvitation> = {}): SharedInvitation => ({
  key: null,
  date: '2026-06-24T12:30:00+02:00',
  isTakeAway: false,
  status: 'accepted',
  restaurant: aRestaurantSummary({ name: LONG_PLACE_NAME }),
  attendees: [
    { firstName: 'Mehmet', status: 'accepted' },
    { firstName: 'Friederike', status: 'accepted' },
    { firstName: '', status: 'pending' },
  ],
  seatsLeft: 7,
  ...overrides,
});
const fullInvitation = createSharedInvitation({
  attendees: [...guestNames, 'Dana'].map((firstName) => ({ firstName, status: 'accepted' })),
  seatsLeft: 0,
});
const sharedLinkScreen = { screen: 'sharedinvitation', params: ['k3Jx9mQvT2sLr8Yb5Wc7Zd'] } as const;
const joinAnswer = answer(joinSharedInvitation, anInvitation({ ...receivedInvitation, status: 'accepted' }));
const restaurantAnswer = answer(getRestaurant, restaurantOpenAllDay);

/** Scenarios of the list of invitations and of the page of a shared link: one for each state. */
export const invitationScenarios = defineScenarios([
  { name: 'Einladungen, keine', screen: 'invitations', session: 'unverified', answers: [answer(getInvitations, [])] },
  {
    name: 'Einladungen',
    screen: 'invitations',
    session: 'verified',
    topics: scenarioTopics,
    answers: acceptingAnswers,
    commands: { 'ordering/startFromInvitation': () => Promise.resolve({ hasStarted: true }) },
  },
  {
    name: 'Einladungen: nichts davon gelingt',
    screen: 'invitations',
    session: 'verified',
    topics: scenarioTopics,
    answers: [
      refuse(answerInvitation, 'deadlineExceeded', { minutes: 15 }),
      refuse(sendInvitationReminder, 'internal'),
      refuse(getInvitationCalendar, 'internal'),
      refuse(shareInvitation, 'internal'),
      ...loadAnswers,
    ],
  },
  {
    name: 'Einladungen: Vergangene laden nicht',
    screen: 'invitations',
    session: 'verified',
    topics: scenarioTopics,
    answers: [restaurantAnswer, refuse(getInvitations, 'unavailable')],
  },
  { name: 'Einladungen ohne Verbindung', screen: 'invitations', session: 'verified', isOffline: true },
  {
    name: 'Geteiltes Treffen, anonym',
    ...sharedLinkScreen,
    session: 'anonymous',
    answers: [restaurantAnswer, answer(getSharedInvitation, createSharedInvitation())],
  },
  {
    name: 'Geteiltes Treffen, unbestätigt',
    ...sharedLinkScreen,
    session: 'unverified',
    answers: [restaurantAnswer, answer(getSharedInvitation, createSharedInvitation({ seatsLeft: 1 }))],
  },
  {
    name: 'Geteiltes Treffen, bestätigt',
    ...sharedLinkScreen,
    session: 'verified',
    answers: [restaurantAnswer, answer(getSharedInvitation, createSharedInvitation()), joinAnswer],
  },
  {
    name: 'Geteiltes Treffen: Zusagen geht nicht',
    ...sharedLinkScreen,
    session: 'verified',
    answers: [
      restaurantAnswer,
      answer(getSharedInvitation, createSharedInvitation()),
      refuse(joinSharedInvitation, 'uninvitable'),
    ],
  },
  {
    name: 'Geteiltes Treffen: voll',
    ...sharedLinkScreen,
    session: 'anonymous',
    answers: [restaurantAnswer, answer(getSharedInvitation, fullInvitation)],
  },
  {
    name: 'Geteiltes Treffen: gleich',
    ...sharedLinkScreen,
    session: 'anonymous',
    answers: [
      restaurantAnswer,
      answer(getSharedInvitation, createSharedInvitation({ date: '2026-06-24T11:40:00+02:00' })),
    ],
  },
  {
    name: 'Geteiltes Treffen: schon dabei',
    ...sharedLinkScreen,
    session: 'verified',
    topics: scenarioTopics,
    answers: [restaurantAnswer, answer(getSharedInvitation, createSharedInvitation({ key: 'einladung-01' }))],
  },
  {
    name: 'Geteiltes Treffen: selbst abgesagt',
    ...sharedLinkScreen,
    session: 'verified',
    answers: [
      restaurantAnswer,
      answer(getSharedInvitation, createSharedInvitation({ key: 'vorher' })),
      answer(
        getInvitation,
        anInvitation({
          ...receivedInvitation,
          key: 'vorher',
          attendees: [mehmetAttendee, { ...ownAttendee, status: 'declined' }],
        }),
      ),
      joinAnswer,
    ],
  },
  {
    name: 'Geteiltes Treffen: vorbei',
    ...sharedLinkScreen,
    session: 'anonymous',
    answers: [refuse(getSharedInvitation, 'invitationOver')],
  },
  {
    name: 'Geteiltes Treffen: zurückgezogen',
    ...sharedLinkScreen,
    session: 'anonymous',
    answers: [refuse(getSharedInvitation, 'notFound')],
  },
  {
    name: 'Geteiltes Treffen: zu oft gefragt',
    ...sharedLinkScreen,
    session: 'anonymous',
    answers: [refuse(getSharedInvitation, 'ErrorTooManyAttempts', { retryAfterMs: 30_000 })],
  },
  {
    name: 'Geteiltes Treffen lädt',
    ...sharedLinkScreen,
    session: 'anonymous',
    answers: [neverRespond(getSharedInvitation)],
  },
  {
    name: 'Geteiltes Treffen ohne Verbindung',
    ...sharedLinkScreen,
    session: 'anonymous',
    isOffline: true,
    answers: [failAsUnreachable(getSharedInvitation)],
  },
  {
    name: 'Mitkommen, ohne es gesagt zu haben',
    screen: 'joininvitation',
    params: ['k3Jx9mQvT2sLr8Yb5Wc7Zd'],
    session: 'verified',
    answers: [joinAnswer, restaurantAnswer, answer(getSharedInvitation, createSharedInvitation())],
  },
]);
