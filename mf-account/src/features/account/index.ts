export { AccountUsername } from './account-username';
export { refetchAccount } from './relearn';
export { useAccount } from './use-account';
