export { createReloadHolds } from './create-reload-holds';
export type { ReloadHolds } from './create-reload-holds';
export { hasUnsentText } from './has-unsent-text';
export { watchDay } from './watch-day';
