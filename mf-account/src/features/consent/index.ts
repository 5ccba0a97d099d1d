export { useConsentChoice } from './use-consent-choice';
