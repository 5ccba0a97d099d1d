import { defineRemoteDeclaration } from '@mahlzeit/shared-ui/platform';

export default defineRemoteDeclaration({
  name: 'mf-social',
  contract: '^3.1.0',
  screens: [
    { key: 'chatinbox', region: 'modal', access: 'loggedIn', load: () => import('./screens/chatinbox-screen') },
    { key: 'chatmessages', region: 'modal', access: 'loggedIn', isValid: ([chatKey = '']) => chatKey !== '', load: () => import('./screens/chatmessages-screen') },
    { key: 'contacts', region: 'modal', access: 'loggedIn', load: () => import('./screens/contacts-screen') },
    { key: 'invitations', region: 'modal', access: 'loggedIn', load: () => import('./screens/invitations-screen') },
  ],
  slots: { 'restaurant/social': () => import('./slots/restaurant-social') },
  commands: {},
});
