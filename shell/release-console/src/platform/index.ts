export * from './release-context';
export type { ReleaseMove } from './release-gateway';
export { createReleasePlatform } from './release-platform';
export type { ReleasePlatform } from './release-platform';
