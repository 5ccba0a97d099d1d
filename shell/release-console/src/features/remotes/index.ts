export { RemotesTable } from './remotes-table';
