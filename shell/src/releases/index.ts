export { watchReleases } from './watch-releases';
export type { ReleaseDeps } from './watch-releases';
