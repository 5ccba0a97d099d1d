export { VerifyEmail } from './verify-email';
