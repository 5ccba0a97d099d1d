export { fieldErrorText, tooManyAttempts, waitText } from './wait-text';
