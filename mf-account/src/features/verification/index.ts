export { NoAddress } from './no-address';
export { VerifyEmail } from './verify-email';
