export { askConsentWhenCalm } from './ask-consent';
export { createConsent } from './create-consent';
export { startTelemetry } from './start-telemetry';
