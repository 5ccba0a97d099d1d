export { resetPassword as default } from '../features/password-reset';
