import { defineShellEntries } from '@mahlzeit/shared-ui/shell-entries';
import de from './locales/de.json';

export default defineShellEntries(de, {
  screens: {
    chatcreate: { title: 'Title_chatcreate' },
    chatinbox: {
      title: 'Title_chatinbox',
      drawer: { section: 'account', order: 10, icon: 'message-circle', count: 'unreadChats' },
    },
    chatmessages: { title: 'Title_chatmessages' },
    contacts: { title: 'Title_contacts', drawer: { section: 'account', order: 40, icon: 'users' } },
    addcontacts: { title: 'Title_addcontacts' },
    blockedusers: { title: 'Title_blockedusers' },
    addblockedusers: { title: 'Title_addblockedusers' },
    editgroup: { title: 'Title_editgroup' },
    editgroupname: { title: 'Title_editgroupname' },
    invitations: {
      title: 'Title_invitations',
      drawer: { section: 'account', order: 30, icon: 'calendar-heart', count: 'unansweredInvitations' },
    },
    invitationrestaurant: { title: 'Title_invitationrestaurant' },
    invitationcontacts: { title: 'Title_invitationcontacts' },
    invitationdraft: { title: 'Title_invitationdraft' },
    sharedinvitation: { title: 'Title_sharedinvitation' },
    joininvitation: { title: 'Title_joininvitation' },
  },
  reserved: { connection: ['addcontacts'] },
  paths: { i: 'sharedinvitation' },
  notifications: {
    contact: 'shown',
    invitation: 'shown',
    invitationChanged: 'shown',
    invitationReminder: 'shown',
    // A notification about a message closes only when the user opens the chat (`visited`). A user who has seen the
    // notification may not have read the message.
    message: 'visited',
  },
});
