export { createFirstView } from './create-first-view';
export type { FirstView } from './create-first-view';
export { FirstViewPlace } from './first-view-place';
