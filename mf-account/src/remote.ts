import { defineRemoteDeclaration } from '@mahlzeit/shared-ui/platform';
import { isLegalKind } from './features/legal/legal-kinds';

export default defineRemoteDeclaration({
  name: 'mf-account',
  contract: '^1.3.0',
  screens: [
    { key: 'registration', region: 'modal', access: 'notLoggedIn', load: () => import('./screens/registration-screen') },
    {
      key: 'login',
      region: 'modal',
      access: 'anyone',
      // A mailed link sets a new password for whoever opens it, logged in or not.
      isValid: ([purpose], session) => purpose === 'reset' || (session.status === 'known' && !session.account.loggedIn),
      load: () => import('./screens/login-screen'),
    },
    {
      key: 'settings',
      region: 'modal',
      access: 'anyone',
      isValid: ([document]) => document === undefined || isLegalKind(document),
      load: () => import('./screens/settings-screen'),
    },
    { key: 'support', region: 'modal', access: 'anyone', load: () => import('./screens/support-screen') },
  ],
  slots: {},
  commands: {
    'account/callToAction': () => import('./commands/call-to-action'),
    'account/resetPassword': () => import('./commands/reset-password'),
  },
});
