import { defineRemoteDeclaration } from '@mahlzeit/shared-ui/platform';

export default defineRemoteDeclaration({
  name: 'mf-social',
  contract: '^3.1.0',
  screens: [
    { key: 'contacts', region: 'modal', access: 'loggedIn', load: () => import('./screens/contacts-screen') },
    { key: 'invitations', region: 'modal', access: 'loggedIn', load: () => import('./screens/invitations-screen') },
  ],
  slots: { 'restaurant/social': () => import('./slots/restaurant-social') },
  commands: {},
});
