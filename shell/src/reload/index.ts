export { createReloadHolds } from './create-reload-holds';
export { watchDay } from './watch-day';
