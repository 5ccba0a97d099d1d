import { defineRemoteDeclaration } from '@mahlzeit/shared-ui/platform';
import { CONSENT_PARAM, hasOwnPassword, isLegalKind } from './screen-access';

export default defineRemoteDeclaration({
  name: 'mf-account',
  contract: '^3.13.0',
  screens: [
    {
      key: 'registration',
      region: 'modal',
      access: 'notLoggedIn',
      load: () => import('./screens/registration-screen'),
    },
    {
      key: 'login',
      region: 'modal',
      access: 'anyone',
      // The screen with the parameter `reset` is open to everybody, because members and visitors alike open mailed
      // links for a new password.
      isValid: ([purpose], session) => purpose === 'reset' || (session.status === 'known' && !session.account.loggedIn),
      load: () => import('./screens/login-screen'),
    },
    {
      key: 'settings',
      region: 'modal',
      access: 'anyone',
      isValid: ([documentParam]) =>
        documentParam === undefined || documentParam === CONSENT_PARAM || isLegalKind(documentParam),
      load: () => import('./screens/settings-screen'),
    },
    { key: 'profile', region: 'modal', access: 'loggedIn', load: () => import('./screens/profile-screen') },
    {
      key: 'changeemail',
      region: 'modal',
      access: 'loggedIn',
      isValid: (_params, session) => hasOwnPassword(session),
      load: () => import('./screens/change-email-screen'),
    },
    { key: 'security', region: 'modal', access: 'loggedIn', load: () => import('./screens/security-screen') },
    { key: 'editname', region: 'modal', access: 'loggedIn', load: () => import('./screens/edit-name-screen') },
    { key: 'editpicture', region: 'modal', access: 'loggedIn', load: () => import('./screens/edit-picture-screen') },
    {
      key: 'deleteaccount',
      region: 'modal',
      access: 'loggedIn',
      load: () => import('./screens/delete-account-screen'),
    },
    { key: 'support', region: 'modal', access: 'anyone', load: () => import('./screens/support-screen') },
  ],
  slots: {},
  commands: {
    'account/callToAction': () => import('./commands/call-to-action'),
    'account/resetPassword': () => import('./commands/reset-password'),
    'account/finishSignIn': () => import('./commands/finish-sign-in'),
  },
});
