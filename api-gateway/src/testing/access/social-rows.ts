import { ANNA, invited, loggedIn, verified, withSession } from './access-row';
import type { Rows } from './access-row';

const shared = (userKeys: readonly string[]) => ({ userKeys, type: 'restaurant', contentId: 'elbkantine' });
const reported = (key: string) => ({ kind: 'message', key, reason: 'spam' });

/** Expected outcomes of the routes of chats, invitations, reports and contacts. */
export const socialRows: Rows = {
  getChats: { cells: loggedIn(), withAnnasData: ({ chat }) => [{ query: `before=${chat}` }, 'invalidRequest'] },
  createChat: {
    cells: loggedIn('ErrorNoUsers'),
    ask: () => ({ body: { participantKeys: [] } }),
    withAnnasData: ({ account }) => [{ body: { participantKeys: [account.uid] } }, 'notAContact'],
  },
  sendContentMessage: {
    cells: verified('ErrorNoUsers'),
    ask: () => ({ body: shared([]) }),
    withAnnasData: ({ account }) => [{ body: shared([account.uid]) }, 'notAContact'],
  },
  getChatMessages: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' } }),
    withAnnasData: ({ chat }) => [{ params: { chatKey: chat } }, 'notFound'],
  },
  sendChatMessage: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' }, body: { content: 'Hallo' } }),
    withAnnasData: ({ chat }) => [{ params: { chatKey: chat }, body: { content: 'Hallo' } }, 'notFound'],
  },
  readChat: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { chatKey: 'unknown' }, body: { messageKey: 'unknown' } }),
    withAnnasData: ({ chat, message }) => [{ params: { chatKey: chat }, body: { messageKey: message } }, 'notFound'],
  },
  getInvitations: {
    cells: loggedIn(),
    ask: () => ({ query: 'when=upcoming' }),
    withAnnasData: ({ invitation }) => [{ query: `when=upcoming&before=${invitation}` }, 'invalidRequest'],
  },
  getInvitation: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  putInvitation: {
    cells: verified('ErrorNoUsers'),
    ask: () => ({ body: invited([]) }),
    withAnnasData: ({ account, chat }) => [{ body: { ...invited([account.uid]), chatKey: chat } }, 'notAContact'],
  },
  answerInvitation: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' }, body: { status: 'accepted' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation }, body: { status: 'declined' } }, 'notFound'],
  },
  sendInvitationReminder: {
    cells: verified('notFound'),
    ask: () => ({ body: { chatKey: 'unknown', messageKey: 'unknown' } }),
    withAnnasData: ({ invitationChat, card }) => [{ body: { chatKey: invitationChat, messageKey: card } }, 'notFound'],
  },
  shareInvitation: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  revokeInvitationLink: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  getInvitationCalendar: {
    cells: loggedIn('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { id: invitation } }, 'notFound'],
  },
  // The link shows the first names and the answers of the attendees to everybody. A user whom an attendee has blocked
  // can't join.
  getSharedInvitation: {
    cells: withSession('notFound'),
    ask: () => ({ params: { token: 'unknown' } }),
    withAnnasData: ({ link }) => [{ params: { token: link } }, 'ok'],
  },
  joinSharedInvitation: {
    cells: verified('notFound'),
    ask: () => ({ params: { token: 'unknown' } }),
    withAnnasData: ({ invitation }) => [{ params: { token: invitation } }, 'notFound'],
  },
  reportAbuse: {
    cells: loggedIn('notFound'),
    ask: () => ({ body: reported('unknown') }),
    withAnnasData: ({ message }) => [{ body: reported(message) }, 'notFound'],
  },
  getContacts: { cells: loggedIn(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  // Every user may add, connect with and block Anna, who is informed. For an unknown user the call does nothing.
  addContacts: {
    cells: verified('notFound'),
    ask: () => ({ body: { contacts: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { contacts: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  removeContacts: {
    cells: loggedIn(),
    ask: () => ({ body: { contacts: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { contacts: [anna.account.uid] } }, 'ok'],
  },
  importContacts: {
    cells: verified(),
    ask: () => ({ body: { emails: ['nobody@mahlzeit.test'] } }),
    withAnnasData: () => [{ body: { emails: [ANNA] } }, 'ok'],
  },
  connectUsers: {
    cells: verified('connectionCodeUnknown'),
    ask: () => ({ body: { code: 'ABCD2345' } }),
    withAnnasData: (anna) => [{ body: { users: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  blockUsers: {
    cells: verified('notFound'),
    ask: () => ({ body: { users: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { users: [anna.account.uid, 'unknown'] } }, 'notFound'],
  },
  unblockUsers: {
    cells: verified(),
    ask: () => ({ body: { users: ['unknown'] } }),
    withAnnasData: (anna) => [{ body: { users: [anna.account.uid], addAsContacts: true } }, 'ok'],
  },
  getBlockedUsers: { cells: verified(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  getContactGroups: { cells: loggedIn(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  putContactGroup: {
    cells: verified('notAContact'),
    ask: () => ({ params: { key: 'team' }, body: { name: 'Team', contacts: ['one', 'two'] } }),
    withAnnasData: (anna) => [
      { params: { key: anna.group }, body: { name: 'Meine', contacts: [anna.account.uid, 'unknown'] } },
      'notAContact',
    ],
  },
  deleteContactGroup: {
    cells: verified(),
    ask: () => ({ params: { key: 'unknown' } }),
    withAnnasData: (anna) => [{ params: { key: anna.group } }, 'ok'],
  },
  searchContactableUsers: {
    cells: verified(),
    ask: () => ({ params: { text: 'niemand' } }),
    withAnnasData: () => [{ params: { text: 'anna' } }, 'ok'],
  },
  searchBlockableUsers: {
    cells: verified(),
    ask: () => ({ params: { text: 'niemand' } }),
    withAnnasData: () => [{ params: { text: 'anna' } }, 'ok'],
  },
  getRandomUsers: {
    cells: verified(),
    ask: () => ({ params: { count: '20' } }),
    withAnnasData: (anna) => [{ params: { count: '20' }, query: `uid=${anna.account.uid}` }, 'ok'],
  },
};
