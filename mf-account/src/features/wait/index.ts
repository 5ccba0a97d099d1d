export { faultText, tooManyAttempts, waitText } from './wait-text';
