import type { WalkStop } from '../../e2e/remotes/walk-stop';
import { createHashStop } from '../../e2e/remotes/walk-stop';

/** Screens that the walk photographs: sign-in, settings, legal texts and the user's own account. */
export const accountStops: readonly WalkStop[] = [
  createHashStop('registration', 'registration/prompt'),
  createHashStop('login', 'login'),
  createHashStop('new-account', 'login/new'),
  createHashStop('new-password', 'login/reset'),
  createHashStop('settings', 'settings'),
  createHashStop('imprint', 'settings/imprint'),
  createHashStop('privacy', 'settings/privacy'),
  createHashStop('terms', 'settings/terms'),
  createHashStop('accessibility', 'settings/accessibility'),
  createHashStop('support', 'support'),
  createHashStop('member-settings', 'settings', 'member'),
  createHashStop('member-profile', 'profile', 'member'),
  createHashStop('member-security', 'security', 'member'),
  createHashStop('member-email', 'changeemail', 'member'),
  createHashStop('member-name', 'editname', 'member'),
  createHashStop('member-picture', 'editpicture', 'member'),
  createHashStop('member-deletion', 'deleteaccount', 'member'),
  createHashStop('unverified-profile', 'profile', 'unverified'),
];
