export { Passkeys } from './passkeys';
