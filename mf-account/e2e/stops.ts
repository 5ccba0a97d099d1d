import type { Stop } from '../../e2e/remotes/stop';
import { stopAt } from '../../e2e/remotes/stop';

/** Stops at sign-in, settings, legal texts and the screens for the user's own account. */
export const stops: readonly Stop[] = [
  stopAt('registration', 'registration/prompt'),
  stopAt('login', 'login'),
  stopAt('new-account', 'login/new'),
  stopAt('new-password', 'login/reset'),
  stopAt('settings', 'settings'),
  stopAt('imprint', 'settings/imprint'),
  stopAt('privacy', 'settings/privacy'),
  stopAt('terms', 'settings/terms'),
  stopAt('accessibility', 'settings/accessibility'),
  stopAt('support', 'support'),
  stopAt('member-settings', 'settings', 'member'),
  stopAt('member-profile', 'profile', 'member'),
  stopAt('member-email', 'changeemail', 'member'),
  stopAt('member-name', 'editname', 'member'),
  stopAt('member-picture', 'editpicture', 'member'),
  stopAt('member-deletion', 'deleteaccount', 'member'),
  stopAt('unverified-profile', 'profile', 'unverified'),
];
