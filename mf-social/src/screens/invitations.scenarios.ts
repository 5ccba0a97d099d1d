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
import { answer, defineScenarios, neverRespond, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioTopics } from '@mahlzeit/shared-ui/testing';

const longName = 'Dr. Friederike von Hohenstein-Oldenburg-Schwarzwälder';
const place = 'Schwarzwälder-Kirschtorten-Manufaktur am Großneumarkt';

const ownAttendee = anAttendee({ key: 'uid-frieda-01', name: 'Frieda Petersen', status: 'accepted' });
const mehmet = anAttendee({ status: 'accepted' });
const tobias = anAttendee({ key: 'uid-tobias-01', name: 'Tobias Krüger', status: 'declined' });
const otherAttendees = ['Ana Kowalczyk', 'Linh Bùi', longName, 'Cem Kaya'].map((name, index) =>
  anAttendee({ key: `uid-weitere-${index}`, name }),
);
const receivedInvitation = {
  isOwn: false,
  attendees: [mehmet, { ...ownAttendee, status: 'pending' as const }, tobias],
};

/** Upcoming invitations in each state, both the reader's own and received ones. */
export const invitations: readonly Invitation[] = [
  anInvitation({ ...receivedInvitation, restaurantInfo: aRestaurantSummary({ name: place }) }),
  anInvitation({ key: 'einladung-02', date: '2026-06-24T12:45:00+02:00', attendees: [ownAttendee, ...otherAttendees] }),
  anInvitation({
    key: 'einladung-03',
    date: '2026-06-24T13:00:00+02:00',
    status: 'accepted',
    attendees: [ownAttendee, mehmet, { ...(otherAttendees[1] ?? mehmet), status: 'accepted' }, tobias],
  }),
  anInvitation({
    ...receivedInvitation,
    key: 'einladung-04',
    date: '2026-06-26T12:15:00+02:00',
    status: 'canceled',
    isTakeAway: true,
    attendees: [tobias, ownAttendee, mehmet],
  }),
  anInvitation({
    ...receivedInvitation,
    key: 'einladung-05',
    date: '2026-07-07T11:00:00+02:00',
    status: 'accepted',
    attendees: [{ ...mehmet, name: longName }, ownAttendee, ...otherAttendees],
  }),
];

/** Returns one past invitation for each of the last `count` days, the latest first. */
export const pastInvitations = (count: number): Invitation[] =>
  Array.from({ length: count }, (_, index) =>
    anInvitation({
      ...(index % 2 === 0 ? { attendees: [ownAttendee, mehmet], status: 'accepted' } : { ...receivedInvitation }),
      key: `vorbei-${index}`,
      date: new Date(Date.parse('2026-06-24T10:00:00+02:00') - index * 43_200_000).toISOString(),
    }),
  );

const chats = [aChat()];
const file = {
  bytes: Uint8Array.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', (character) => character.charCodeAt(0)),
  name: null,
};
const openAllDay = aRestaurant({ key: 'elbkantine' });

const readable = [
  answer(getRestaurant, openAllDay),
  answer(getInvitations, pastInvitations(12).slice(0, 6), pastInvitations(12).slice(6), []),
  answer(reportAbuse, { reportId: 'meldung-01' }),
];
const acceptingAnswers = [
  answer(
    answerInvitation,
    anInvitation({
      ...receivedInvitation,
      restaurantInfo: aRestaurantSummary({ name: place }),
      status: 'accepted',
      attendees: [mehmet, ownAttendee, tobias],
    }),
  ),
  answer(sendInvitationReminder, { success: true }),
  answer(getInvitationCalendar, file),
  answer(shareInvitation, { url: 'https://mahlzeit.example/i/k3Jx9mQvT2sLr8Yb5Wc7Zd' }),
  answer(revokeInvitationLink, {}),
  ...readable,
];
const topics: ScenarioTopics = { me: { invitations, chats }, [chatTopic('chat-01')]: {} };

const guests = ['Mehmet', 'Friederike', 'Tobias', 'Ana', 'Linh', 'Heike', 'Eva', 'Ngozi', 'Cem'];
const shared = (overrides: Partial<SharedInvitation> = {}): SharedInvitation => ({
  key: null,
  date: '2026-06-24T12:30:00+02:00',
  isTakeAway: false,
  status: 'accepted',
  restaurant: aRestaurantSummary({ name: place }),
  attendees: [
    { firstName: 'Mehmet', status: 'accepted' },
    { firstName: 'Friederike', status: 'accepted' },
    { firstName: '', status: 'pending' },
  ],
  seatsLeft: 7,
  ...overrides,
});
const full = shared({
  attendees: [...guests, 'Dana'].map((firstName) => ({ firstName, status: 'accepted' })),
  seatsLeft: 0,
});
const link = { screen: 'sharedinvitation', params: ['k3Jx9mQvT2sLr8Yb5Wc7Zd'] } as const;
const joinAnswer = answer(joinSharedInvitation, anInvitation({ ...receivedInvitation, status: 'accepted' }));
const restaurant = answer(getRestaurant, openAllDay);

/** Scenarios of the list of invitations and of the page of a shared link: one for each state. */
export const invitationScenarios = defineScenarios([
  { name: 'Einladungen, keine', screen: 'invitations', session: 'unverified', answers: [answer(getInvitations, [])] },
  {
    name: 'Einladungen',
    screen: 'invitations',
    session: 'verified',
    topics,
    answers: acceptingAnswers,
    commands: { 'ordering/startFromInvitation': () => Promise.resolve({ hasStarted: true }) },
  },
  {
    name: 'Einladungen: nichts davon gelingt',
    screen: 'invitations',
    session: 'verified',
    topics,
    answers: [
      refuse(answerInvitation, 'deadlineExceeded', { minutes: 15 }),
      refuse(sendInvitationReminder, 'internal'),
      refuse(getInvitationCalendar, 'internal'),
      refuse(shareInvitation, 'internal'),
      ...readable,
    ],
  },
  {
    name: 'Einladungen: Vergangene laden nicht',
    screen: 'invitations',
    session: 'verified',
    topics,
    answers: [restaurant, refuse(getInvitations, 'unavailable')],
  },
  { name: 'Einladungen ohne Verbindung', screen: 'invitations', session: 'verified', isOffline: true },
  {
    name: 'Geteiltes Treffen, anonym',
    ...link,
    session: 'anonymous',
    answers: [restaurant, answer(getSharedInvitation, shared())],
  },
  {
    name: 'Geteiltes Treffen, unbestätigt',
    ...link,
    session: 'unverified',
    answers: [restaurant, answer(getSharedInvitation, shared({ seatsLeft: 1 }))],
  },
  {
    name: 'Geteiltes Treffen, bestätigt',
    ...link,
    session: 'verified',
    answers: [restaurant, answer(getSharedInvitation, shared()), joinAnswer],
  },
  {
    name: 'Geteiltes Treffen: Zusagen geht nicht',
    ...link,
    session: 'verified',
    answers: [restaurant, answer(getSharedInvitation, shared()), refuse(joinSharedInvitation, 'uninvitable')],
  },
  {
    name: 'Geteiltes Treffen: voll',
    ...link,
    session: 'anonymous',
    answers: [restaurant, answer(getSharedInvitation, full)],
  },
  {
    name: 'Geteiltes Treffen: gleich',
    ...link,
    session: 'anonymous',
    answers: [restaurant, answer(getSharedInvitation, shared({ date: '2026-06-24T11:40:00+02:00' }))],
  },
  {
    name: 'Geteiltes Treffen: schon dabei',
    ...link,
    session: 'verified',
    topics,
    answers: [restaurant, answer(getSharedInvitation, shared({ key: 'einladung-01' }))],
  },
  {
    name: 'Geteiltes Treffen: selbst abgesagt',
    ...link,
    session: 'verified',
    answers: [
      restaurant,
      answer(getSharedInvitation, shared({ key: 'vorher' })),
      answer(
        getInvitation,
        anInvitation({
          ...receivedInvitation,
          key: 'vorher',
          attendees: [mehmet, { ...ownAttendee, status: 'declined' }],
        }),
      ),
      joinAnswer,
    ],
  },
  {
    name: 'Geteiltes Treffen: vorbei',
    ...link,
    session: 'anonymous',
    answers: [refuse(getSharedInvitation, 'invitationOver')],
  },
  {
    name: 'Geteiltes Treffen: zurückgezogen',
    ...link,
    session: 'anonymous',
    answers: [refuse(getSharedInvitation, 'notFound')],
  },
  {
    name: 'Geteiltes Treffen: zu oft gefragt',
    ...link,
    session: 'anonymous',
    answers: [refuse(getSharedInvitation, 'ErrorTooManyAttempts', { retryAfterMs: 30_000 })],
  },
  { name: 'Geteiltes Treffen lädt', ...link, session: 'anonymous', answers: [neverRespond(getSharedInvitation)] },
  {
    name: 'Geteiltes Treffen ohne Verbindung',
    ...link,
    session: 'anonymous',
    isOffline: true,
    answers: [unreachable(getSharedInvitation)],
  },
  {
    name: 'Mitkommen, ohne es gesagt zu haben',
    screen: 'joininvitation',
    params: ['k3Jx9mQvT2sLr8Yb5Wc7Zd'],
    session: 'verified',
    answers: [joinAnswer, restaurant, answer(getSharedInvitation, shared())],
  },
]);
