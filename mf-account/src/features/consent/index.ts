export { CONSENT } from './consent-address';
export { ConsentChoice } from './consent-choice';
export { useConsentState } from './use-consent-state';
