import { resetPassword } from '../features/password-reset/reset-password';

export default resetPassword;
