export { DeleteAccount } from './delete-account';
