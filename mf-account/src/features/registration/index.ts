export { RegistrationOptions } from './registration-ways';
