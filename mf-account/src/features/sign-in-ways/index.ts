export { LinkProvider } from './link-provider';
export { SignInWaysSection } from './sign-in-ways';
