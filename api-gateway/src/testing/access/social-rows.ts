import { ANNA_EMAIL, invitationForm, forLoggedIn, forVerified, forSession } from './access-row';
import type { AccessRows } from './access-row';

const sharedContent = (userKeys: readonly string[]) => ({ userKeys, type: 'restaurant', contentId: 'elbkantine' });
const messageReport = (key: string) => ({ kind: 'message', key, reason: 'spam' });

/** Expected outcomes of the routes of chats, invitations, reports and contacts. */
export const socialRows: AccessRows = {
  getChats: { cells: forLoggedIn(), withAnnasData: ({ chat }) => [{ query: `before=${chat}` }, 'invalidRequest'] },
  createChat: {
    cells: forLoggedIn('ErrorNoUsers'),
    ask: () => ({ body: { participantKeys: [] } }),
    withAnnasData: ({ account }) => [{ body: { participantKeys: [account.uid] } }, 'notAContact'],
  },
  sendContentMessage: {
    cells: forVerified('ErrorNoUsers'),
    ask: () => ({ body: sharedContent([]) }),
    withAnnasData: ({ account }) => [{ body: sharedContent([account.uid]) }, 'notAContact'],
  },
  getChatMessages: {
    cells: forLoggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' } }),
    withAnnasData: ({ chat }) => [{ params: { chatKey: chat } }, 'notFound'],
  },
  sendChatMessage: {
    cells: forLoggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' }, body: { content: 'Hallo' } }),
    withAnnasData: ({ chat }) => [{ params: { chatKey: chat }, body: { content: 'Hallo' } }, 'notFound'],
  },
  readChat: {
    cells: forLoggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' }, body: { messageKey: 'unknown' } }),
    withAnnasData: ({ chat, message }) => [{ params: { chatKey: chat }, body: { messageKey: message } }, 'notFound'],
  },
  getInvitations: {
    cells: forLoggedIn(),
    ask: () => ({ query: 'when=upcoming' }),
    withAnnasData: ({ invitation }) => [{ query: `when=upcoming&before=${invitation}` }, 'invalidRequest'],
  },
  getInvitation: {
    cells: forLoggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  putInvitation: {
    cells: forVerified('ErrorNoUsers'),
    ask: () => ({ body: invitationForm([]) }),
    withAnnasData: ({ account, chat }) => [
      { body: { ...invitationForm([account.uid]), chatKey: chat } },
      'notAContact',
    ],
  },
  answerInvitation: {
    cells: forLoggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' }, body: { status: 'accepted' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation }, body: { status: 'declined' } }, 'notFound'],
  },
  sendInvitationReminder: {
    cells: forVerified('notFound'),
    ask: () => ({ body: { chatKey: 'unknown', messageKey: 'unknown' } }),
    withAnnasData: ({ invitationChat, invitationMessage }) => [
      { body: { chatKey: invitationChat, messageKey: invitationMessage } },
      'notFound',
    ],
  },
  shareInvitation: {
    cells: forLoggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  revokeInvitationLink: {
    cells: forLoggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  getInvitationCalendar: {
    cells: forLoggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  // The link shows the first names and the answers of the attendees to everybody. A user whom an attendee has blocked
  // can't join.
  getSharedInvitation: {
    cells: forSession('notFound'),
    ask: () => ({ params: { token: 'unknown' } }),
    withAnnasData: ({ linkToken }) => [{ params: { token: linkToken } }, 'ok'],
  },
  joinSharedInvitation: {
    cells: forVerified('notFound'),
    ask: () => ({ params: { token: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { token: invitation } }, 'notFound'],
  },
  reportAbuse: {
    cells: forLoggedIn('notFound'),
    ask: () => ({ body: messageReport('unknown') }),
    withAnnasData: ({ message }) => [{ body: messageReport(message) }, 'notFound'],
  },
  getContacts: { cells: forLoggedIn(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  // Every user may add, connect with and block Anna, who is informed. For an unknown user the call does nothing.
  addContacts: {
    cells: forVerified('notFound'),
    ask: () => ({ body: { contacts: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { contacts: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  removeContacts: {
    cells: forLoggedIn(),
    ask: () => ({ body: { contacts: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { contacts: [anna.account.uid] } }, 'ok'],
  },
  importContacts: {
    cells: forVerified(),
    ask: () => ({ body: { emails: ['nobody@mahlzeit.test'] } }),
    withAnnasData: () => [{ body: { emails: [ANNA_EMAIL] } }, 'ok'],
  },
  connectUsers: {
    cells: forVerified('connectionCodeUnknown'),
    ask: () => ({ body: { code: 'ABCD2345' } }),
    withAnnasData: (anna) => [{ body: { users: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  blockUsers: {
    cells: forVerified('notFound'),
    ask: () => ({ body: { users: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { users: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  unblockUsers: {
    cells: forVerified(),
    ask: () => ({ body: { users: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { users: [anna.account.uid], addAsContacts: true } }, 'ok'],
  },
  getBlockedUsers: { cells: forVerified(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  getContactGroups: { cells: forLoggedIn(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  putContactGroup: {
    cells: forVerified('notAContact'),
    ask: () => ({ params: { key: 'team' }, body: { name: 'Team', contacts: ['one', 'two'] } }),
    withAnnasData: (anna) => [
      { params: { key: anna.group }, body: { name: 'Meine', contacts: [anna.account.uid, 'unknown'] } },
      'notAContact',
    ],
  },
  deleteContactGroup: {
    cells: forVerified(),
    ask: () => ({ params: { key: 'unknown' } }),
    withAnnasData: (anna) => [{ params: { key: anna.group } }, 'ok'],
  },
  searchContactableUsers: {
    cells: forVerified(),
    ask: () => ({ params: { text: 'niemand' } }),
    withAnnasData: () => [{ params: { text: 'anna' } }, 'ok'],
  },
  searchBlockableUsers: {
    cells: forVerified(),
    ask: () => ({ params: { text: 'niemand' } }),
    withAnnasData: () => [{ params: { text: 'anna' } }, 'ok'],
  },
  getRandomUsers: {
    cells: forVerified(),
    ask: () => ({ params: { count: '20' } }),
    withAnnasData: (anna) => [{ params: { count: '20' }, query: `uid=${anna.account.uid}` }, 'ok'],
  },
};
