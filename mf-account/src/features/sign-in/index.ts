export { RegistrationWays } from './registration-ways';
export { SignInForm } from './sign-in-form';
export type { SignInMode } from './sign-in-rules';
