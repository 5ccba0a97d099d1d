export { relearn } from './relearn';
export { useAccount } from './use-account';
