export { createLogout } from './create-logout';
export { watchConnection } from './watch-connection';
