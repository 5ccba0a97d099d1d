import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { passwordResetToken } from '../features/reset-token';

/** Stores the token of a mailed link and opens the screen that sets the new password. */
const resetPassword: CommandHandler<'account/resetPassword'> = ({ token }, { navigation }) => {
  passwordResetToken.set(token);
  navigation.open('login', 'reset');
  return Promise.resolve({});
};

export default resetPassword;
