export { NewPassword } from './new-password';
export { resetPassword } from './reset-password';
export { resetToken } from './reset-token';
export { useMailedLink } from './use-mailed-link';
