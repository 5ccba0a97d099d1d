import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { CommandHandler } from '@mahlzeit/shared-ui/platform';

/**
 * Token of a mailed link; null before a link was opened and after a reload. The page keeps the token only in memory,
 * never in the URL or in a storage.
 */
export const passwordResetToken = createObservable<string | null>(null);

/** Stores the token of a mailed link and opens the screen that sets the new password. */
const resetPassword: CommandHandler<'account/resetPassword'> = ({ token }, { navigation }) => {
  passwordResetToken.set(token);
  navigation.open('login', 'reset');
  return Promise.resolve({});
};

export default resetPassword;
