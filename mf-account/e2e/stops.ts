import type { Stop } from '../../e2e/remotes/stop';
import { at } from '../../e2e/remotes/stop';

/** Stops at sign-in, settings, legal texts and the screens for the user's own account. */
export const stops: readonly Stop[] = [
  at('registration', 'registration/prompt'),
  at('login', 'login'),
  at('new-account', 'login/new'),
  at('new-password', 'login/reset'),
  at('settings', 'settings'),
  at('imprint', 'settings/imprint'),
  at('privacy', 'settings/privacy'),
  at('terms', 'settings/terms'),
  at('accessibility', 'settings/accessibility'),
  at('support', 'support'),
  at('member-settings', 'settings', 'member'),
  at('member-profile', 'profile', 'member'),
  at('member-email', 'changeemail', 'member'),
  at('member-name', 'editname', 'member'),
  at('member-picture', 'editpicture', 'member'),
  at('member-deletion', 'deleteaccount', 'member'),
  at('unverified-profile', 'profile', 'unverified'),
];
