export { ConsentChoice } from './consent-choice';
export { useConsentState } from './use-consent-state';
