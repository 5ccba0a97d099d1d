export { AccountUsername } from './account-username';
export { relearn } from './relearn';
export { useAccount } from './use-account';
