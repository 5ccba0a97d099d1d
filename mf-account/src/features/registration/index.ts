export { RegistrationWays } from './registration-ways';
