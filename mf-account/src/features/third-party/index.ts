export { useThirdPartySignIn } from './use-third-party-sign-in';
export type { ThirdPartySignIn } from './use-third-party-sign-in';
