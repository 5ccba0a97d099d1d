export { createConsent } from './create-consent';
export { startTelemetry } from './start-telemetry';
