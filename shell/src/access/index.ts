export { AccessHost } from './access-host';
export { watchAccess } from './watch-access';
export type { AccessWatch } from './watch-access';
