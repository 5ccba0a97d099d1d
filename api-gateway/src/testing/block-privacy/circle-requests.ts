import type { RequestParts } from '../access/access-row';
import { invitationForm } from '../access/access-row';
import type { CircleContent, CirclePerson } from './circle';

/** Generated request of a test, with numbers that choose people and content of the circle (a group of test users). */
export interface RequestChoice {
  /** Users whom the request names; at least one. */
  readonly people: readonly CirclePerson[];
  /** Number that chooses one chat, invitation, message or answer of the circle. */
  readonly pick: number;
}

type BuildRequest = (choice: RequestChoice, content: CircleContent) => RequestParts;

const pickFrom = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % items.length];

const uidsOf = ({ people }: RequestChoice): string[] => people.map(({ uid }) => uid);

const chatParams: BuildRequest = ({ pick }, { messages }) => ({
  params: { chatKey: pickFrom(messages, pick)?.chatKey ?? 'unknown' },
});

const invitationParams: BuildRequest = ({ pick }, { invitations }) => ({
  params: { id: pickFrom(invitations, pick)?.key ?? 'unknown' },
});

const linkParams: BuildRequest = ({ pick }, { linkTokens }) => ({
  params: { token: pickFrom(linkTokens, pick) ?? 'unknown' },
});

const FIRST_MEETUP_DATE = Date.parse('2026-06-25T10:00:00Z');
const MINUTE_MS = 60_000;

/** E-mail addresses without an account. An import of contacts needs at least this many addresses. */
const STRANGERS = ['a', 'b', 'c', 'd'].map((name) => `${name}@elsewhere.test`);

const INVITATION_ANSWERS = ['accepted', 'declined', 'canceled'] as const;
const REPORT_REASONS = { reason: 'spam' } as const;

/**
 * Requests of all routes of chats, invitations, reports and contacts, and of those routes of a user's own data that
 * name other people. A block between two other users must change no response.
 */
export const circleRequests: Readonly<Record<string, BuildRequest>> = {
  getChats: () => ({}),
  createChat: (choice) => ({ body: { participantKeys: uidsOf(choice) } }),
  sendContentMessage: (choice, { invitations }) => ({
    body:
      choice.pick % 2 === 0
        ? { userKeys: uidsOf(choice), type: 'restaurant', contentId: 'elbkantine' }
        : {
            userKeys: uidsOf(choice),
            type: 'invitation',
            contentId: pickFrom(invitations, choice.pick)?.key ?? 'unknown',
          },
  }),
  getChatMessages: chatParams,
  sendChatMessage: (choice, content) => ({ ...chatParams(choice, content), body: { content: `Hallo ${choice.pick}` } }),
  readChat: ({ pick }, { messages }) => {
    const { chatKey = 'unknown', key = 'unknown' } = pickFrom(messages, pick) ?? {};
    return { params: { chatKey }, body: { messageKey: key } };
  },
  getInvitations: ({ pick }) => ({ query: `when=${pick % 2 === 0 ? 'upcoming' : 'past'}&limit=50` }),
  getInvitation: invitationParams,
  putInvitation: (choice, { messages, invitations }) => ({
    body: {
      ...invitationForm(uidsOf(choice)),
      // Lists sort meetups of one time by their random keys, so each meetup gets its own time.
      date: new Date(FIRST_MEETUP_DATE + invitations.length * MINUTE_MS).toISOString(),
      chatKey: choice.pick % 3 === 0 ? (pickFrom(messages, choice.pick)?.chatKey ?? null) : null,
    },
  }),
  answerInvitation: (choice, content) => ({
    ...invitationParams(choice, content),
    body: { status: pickFrom(INVITATION_ANSWERS, choice.pick) },
  }),
  sendInvitationReminder: ({ pick }, { invitations }) => {
    const { chatKey = 'unknown', messageKey = 'unknown' } = pickFrom(invitations, pick) ?? {};
    return { body: { chatKey, messageKey } };
  },
  shareInvitation: invitationParams,
  revokeInvitationLink: invitationParams,
  getInvitationCalendar: invitationParams,
  getSharedInvitation: linkParams,
  joinSharedInvitation: linkParams,
  reportAbuse: ({ people, pick }, { messages }) => ({
    body:
      pick % 2 === 0
        ? { kind: 'user', key: people[0]?.uid, ...REPORT_REASONS }
        : { kind: 'message', key: pickFrom(messages, pick)?.key ?? 'unknown', ...REPORT_REASONS },
  }),
  getContacts: () => ({}),
  addContacts: (choice) => ({ body: { contacts: uidsOf(choice) } }),
  removeContacts: (choice) => ({ body: { contacts: uidsOf(choice) } }),
  importContacts: ({ people }) => ({
    body: { emails: [...people.map(({ email }) => email), ...STRANGERS] },
  }),
  connectUsers: (choice) => ({
    body: choice.pick % 2 === 0 ? { users: uidsOf(choice) } : { code: choice.people[0]?.connectionCode },
  }),
  getConnectionSender: ({ people }) => ({ params: { code: people[0]?.connectionCode ?? 'unknown' } }),
  blockUsers: (choice) => ({ body: { users: uidsOf(choice) } }),
  unblockUsers: (choice) => ({ body: { users: uidsOf(choice), addAsContacts: choice.pick % 2 === 0 } }),
  getBlockedUsers: () => ({}),
  getContactGroups: () => ({}),
  putContactGroup: (choice) => ({
    params: { key: `team-${choice.pick % 2}` },
    body: { name: `Team ${choice.pick % 2}`, contacts: uidsOf(choice) },
  }),
  deleteContactGroup: ({ pick }) => ({ params: { key: `team-${pick % 2}` } }),
  searchContactableUsers: ({ people }) => ({ params: { text: people[0]?.name ?? '' } }),
  searchBlockableUsers: ({ people }) => ({ params: { text: people[0]?.name ?? '' } }),
  getRandomUsers: () => ({ params: { count: '20' } }),
  getNotifications: () => ({}),
  exportUser: () => ({}),
};
