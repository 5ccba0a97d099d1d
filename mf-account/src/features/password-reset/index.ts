export { NewPassword } from './new-password';
export { useMailedLink } from './use-mailed-link';
