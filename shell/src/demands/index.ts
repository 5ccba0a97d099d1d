export { askConsentWhenCalm } from './ask-consent';
export { watchDemands } from './watch-demands';
export type { DemandDeps } from './watch-demands';
