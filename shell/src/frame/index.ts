export { CrashBoundary } from './crash-boundary';
export { mainRegion } from './main-region';
export { Page } from './page';
