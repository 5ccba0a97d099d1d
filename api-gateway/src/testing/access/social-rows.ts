import { ANNA_EMAIL, invitationForm, outcomesForLoggedIn, outcomesForVerified, outcomesForSession } from './access-row';
import type { AccessRows } from './access-row';

const sharedContentBody = (userKeys: readonly string[]) => ({ userKeys, type: 'restaurant', contentId: 'elbkantine' });
const messageReportBody = (key: string) => ({ kind: 'message', key, reason: 'spam' });

/** E-mail addresses without an account. An import of contacts needs at least this many addresses. */
const IMPORTED_EMAILS = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@elsewhere.test`);

/** Expected outcomes of the routes of chats, invitations, reports and contacts. */
export const socialRows: AccessRows = {
  getChats: {
    cells: outcomesForLoggedIn(),
    withAnnasData: ({ chat }) => [{ query: `before=${chat}` }, 'invalidRequest'],
  },
  createChat: {
    cells: outcomesForLoggedIn('ErrorNoUsers'),
    ask: () => ({ body: { participantKeys: [] } }),
    withAnnasData: ({ account }) => [{ body: { participantKeys: [account.uid] } }, 'notAContact'],
  },
  sendContentMessage: {
    cells: outcomesForVerified('ErrorNoUsers'),
    ask: () => ({ body: sharedContentBody([]) }),
    withAnnasData: ({ account }) => [{ body: sharedContentBody([account.uid]) }, 'notAContact'],
  },
  getChatMessages: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' } }),
    withAnnasData: ({ chat }) => [{ params: { chatKey: chat } }, 'notFound'],
  },
  sendChatMessage: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' }, body: { content: 'Hallo' } }),
    withAnnasData: ({ chat }) => [{ params: { chatKey: chat }, body: { content: 'Hallo' } }, 'notFound'],
  },
  readChat: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' }, body: { messageKey: 'unknown' } }),
    withAnnasData: ({ chat, message }) => [{ params: { chatKey: chat }, body: { messageKey: message } }, 'notFound'],
  },
  getInvitations: {
    cells: outcomesForLoggedIn(),
    ask: () => ({ query: 'when=upcoming' }),
    withAnnasData: ({ invitation }) => [{ query: `when=upcoming&before=${invitation}` }, 'invalidRequest'],
  },
  getInvitation: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  putInvitation: {
    cells: outcomesForVerified('ErrorNoUsers'),
    ask: () => ({ body: invitationForm([]) }),
    withAnnasData: ({ account, chat }) => [
      { body: { ...invitationForm([account.uid]), chatKey: chat } },
      'notAContact',
    ],
  },
  answerInvitation: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' }, body: { status: 'accepted' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation }, body: { status: 'declined' } }, 'notFound'],
  },
  sendInvitationReminder: {
    cells: outcomesForVerified('notFound'),
    ask: () => ({ body: { chatKey: 'unknown', messageKey: 'unknown' } }),
    withAnnasData: ({ invitationChat, invitationMessage }) => [
      { body: { chatKey: invitationChat, messageKey: invitationMessage } },
      'notFound',
    ],
  },
  shareInvitation: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  revokeInvitationLink: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  getInvitationCalendar: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  // The shared link shows the first names and the answers of the attendees to everybody. A user whom the host has
  // blocked can't join.
  getSharedInvitation: {
    cells: outcomesForSession('notFound'),
    ask: () => ({ params: { token: 'unknown' } }),
    withAnnasData: ({ linkToken }) => [{ params: { token: linkToken } }, 'ok'],
  },
  joinSharedInvitation: {
    cells: outcomesForVerified('notFound'),
    ask: () => ({ params: { token: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { token: invitation } }, 'notFound'],
  },
  reportAbuse: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ body: messageReportBody('unknown') }),
    withAnnasData: ({ message }) => [{ body: messageReportBody(message) }, 'notFound'],
  },
  getContacts: { cells: outcomesForLoggedIn(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  // Every user may add, connect with and block Anna, who is informed. For an unknown user's uid the call does nothing.
  addContacts: {
    cells: outcomesForVerified('notFound'),
    ask: () => ({ body: { contacts: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { contacts: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  removeContacts: {
    cells: outcomesForLoggedIn(),
    ask: () => ({ body: { contacts: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { contacts: [anna.account.uid] } }, 'ok'],
  },
  importContacts: {
    cells: outcomesForVerified(),
    ask: () => ({ body: { emails: IMPORTED_EMAILS } }),
    withAnnasData: () => [{ body: { emails: [...IMPORTED_EMAILS, ANNA_EMAIL] } }, 'ok'],
  },
  connectUsers: {
    cells: outcomesForVerified('connectionCodeUnknown'),
    ask: () => ({ body: { code: 'ABCD2345' } }),
    withAnnasData: (anna) => [{ body: { users: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  // The page of a connection link shows the first name of its sender to everybody.
  getConnectionSender: {
    cells: outcomesForSession('connectionCodeUnknown'),
    ask: () => ({ params: { code: 'ABCD2345' } }),
    withAnnasData: ({ account }) => [{ params: { code: account.connectionCode ?? '' } }, 'ok'],
  },
  blockUsers: {
    cells: outcomesForVerified('notFound'),
    ask: () => ({ body: { users: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { users: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  unblockUsers: {
    cells: outcomesForVerified(),
    ask: () => ({ body: { users: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { users: [anna.account.uid], addAsContacts: true } }, 'ok'],
  },
  getBlockedUsers: {
    cells: outcomesForVerified(),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  getContactGroups: {
    cells: outcomesForLoggedIn(),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  putContactGroup: {
    cells: outcomesForVerified('notAContact'),
    ask: () => ({ params: { key: 'team' }, body: { name: 'Team', contacts: ['one', 'two'] } }),
    withAnnasData: (anna) => [
      { params: { key: anna.group }, body: { name: 'Meine', contacts: [anna.account.uid, 'unknown'] } },
      'notAContact',
    ],
  },
  deleteContactGroup: {
    cells: outcomesForVerified(),
    ask: () => ({ params: { key: 'unknown' } }),
    withAnnasData: (anna) => [{ params: { key: anna.group } }, 'ok'],
  },
  searchContactableUsers: {
    cells: outcomesForVerified(),
    ask: () => ({ params: { text: 'niemand' } }),
    withAnnasData: () => [{ params: { text: 'anna' } }, 'ok'],
  },
  searchBlockableUsers: {
    cells: outcomesForVerified(),
    ask: () => ({ params: { text: 'niemand' } }),
    withAnnasData: () => [{ params: { text: 'anna' } }, 'ok'],
  },
  getRandomUsers: {
    cells: outcomesForVerified(),
    ask: () => ({ params: { count: '20' } }),
    withAnnasData: (anna) => [{ params: { count: '20' }, query: `uid=${anna.account.uid}` }, 'ok'],
  },
};
