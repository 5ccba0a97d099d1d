export { SignInForm } from './sign-in-form';
export type { SignInMode } from './sign-in-rules';
