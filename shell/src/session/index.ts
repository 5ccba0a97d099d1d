export { createLogout } from './create-logout';
export { endSession } from './end-session';
export { forgetLeaver } from './forget-leaver';
export { resetPassword } from './reset-password';
export { startWhen } from './start-when';
export { watchConnection } from './watch-connection';
