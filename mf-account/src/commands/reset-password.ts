import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { CommandHandler } from '@mahlzeit/shared-ui/platform';

/**
 * Token of a mailed link; null when no link has brought one, or the page was loaded again since. Only in this page's
 * memory, never in the address or in a storage.
 */
export const resetToken = createObservable<string | null>(null);

/** Takes the token of a mailed link and opens the screen that sets the new password. */
const resetPassword: CommandHandler<'account/resetPassword'> = ({ token }, { navigation }) => {
  resetToken.set(token);
  navigation.open('login', 'reset');
  return Promise.resolve({});
};

export default resetPassword;
