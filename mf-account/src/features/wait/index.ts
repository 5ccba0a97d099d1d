export { tooManyAttempts } from './wait-text';
