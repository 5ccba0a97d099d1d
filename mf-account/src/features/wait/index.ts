export { tooManyAttempts, waitText } from './wait-text';
