export * from './release-context';
export type { ReleaseMove } from './release-gateway';
export { browserReleaseDeps, createReleasePlatform } from './release-platform';
export type { ReleasePlatform } from './release-platform';
