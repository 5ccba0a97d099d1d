export { ChangeEmailForm } from './change-email-form';
