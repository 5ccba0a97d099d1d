export { PolicyHost } from './policy-host';
export { watchPolicy } from './watch-policy';
export type { PolicyWatch } from './watch-policy';
