import { defineRemoteDeclaration } from '@mahlzeit/shared-ui/platform';

export default defineRemoteDeclaration({
  name: 'mf-social',
  contract: '^3.15.0',
  screens: [
    { key: 'chatcreate', region: 'modal', access: 'loggedIn', load: () => import('./screens/chatcreate-screen') },
    { key: 'chatinbox', region: 'modal', access: 'loggedIn', load: () => import('./screens/chatinbox-screen') },
    {
      key: 'chatmessages',
      region: 'modal',
      access: 'loggedIn',
      isValid: ([chatKey = '']) => chatKey !== '',
      load: () => import('./screens/chatmessages-screen'),
    },
    { key: 'contacts', region: 'modal', access: 'loggedIn', load: () => import('./screens/contacts-screen') },
    { key: 'addcontacts', region: 'modal', access: 'verified', load: () => import('./screens/add-contacts-screen') },
    { key: 'blockedusers', region: 'modal', access: 'verified', load: () => import('./screens/blocked-users-screen') },
    {
      key: 'addblockedusers',
      region: 'modal',
      access: 'verified',
      load: () => import('./screens/add-blocked-users-screen'),
    },
    { key: 'editgroup', region: 'modal', access: 'verified', load: () => import('./screens/edit-group-screen') },
    {
      key: 'editgroupname',
      region: 'modal',
      access: 'verified',
      load: () => import('./screens/edit-group-name-screen'),
    },
    { key: 'invitations', region: 'modal', access: 'loggedIn', load: () => import('./screens/invitations-screen') },
    {
      key: 'invitationrestaurant',
      region: 'modal',
      access: 'verified',
      load: () => import('./screens/invitation-restaurant-screen'),
    },
    {
      key: 'invitationcontacts',
      region: 'modal',
      access: 'verified',
      isValid: async (_screenParams, _session, shell) =>
        (await import('./features/invitation-draft')).isDraftUnsent(shell),
      load: () => import('./screens/invitation-contacts-screen'),
    },
    {
      key: 'invitationdraft',
      region: 'modal',
      access: 'verified',
      isValid: async (_params, _session, shell) =>
        (await import('./features/invitation-draft')).isUnsentDraftDated(shell),
      load: () => import('./screens/invitation-draft-screen'),
    },
    {
      key: 'sharedinvitation',
      region: 'modal',
      access: 'anyone',
      isValid: ([token = '']) => token !== '',
      load: () => import('./screens/shared-invitation-screen'),
    },
    {
      key: 'joininvitation',
      region: 'modal',
      access: 'verified',
      isValid: ([token = '']) => token !== '',
      load: () => import('./screens/join-invitation-screen'),
    },
  ],
  slots: { 'restaurant/social': () => import('./slots/restaurant-social') },
  commands: {
    'social/connect': () => import('./commands/connect'),
    'social/discardDraft': () => import('./commands/discard-draft'),
    'social/startDraft': () => import('./commands/start-draft'),
    'social/resumeSending': () => import('./commands/resume-sending'),
  },
});
