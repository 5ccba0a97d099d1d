import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { resetToken } from './reset-token';

/** Takes the token of a mailed link and opens the screen that sets the new password. */
const resetPassword: CommandHandler<'account/resetPassword'> = ({ token }, { navigation }) => {
  resetToken.set(token);
  navigation.open('login', 'reset');
  return Promise.resolve({});
};
