export { isCancelled, thirdPartyFaultText } from './third-party-faults';
export type { ThirdPartyFault } from './third-party-faults';
export { thirdPartyNames } from './third-party-names';
export { isUnderWay } from './third-party-stage';
export type { ThirdPartyOutcome } from './third-party-stage';
export { ThirdPartyWaiting } from './third-party-waiting';
export { ThirdPartyWays } from './third-party-ways';
export { useThirdPartySignIn } from './use-third-party-sign-in';
export type { ThirdPartySignIn } from './use-third-party-sign-in';
