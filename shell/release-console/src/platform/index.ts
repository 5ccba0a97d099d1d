export * from './release-context';
export type { FeedState } from './polled-feed';
export type { DiffVersions, ReleaseMove } from './release-gateway';
export { browserReleaseDeps, createReleasePlatform } from './release-platform';
export type { ReleasePlatform, SignOutReason } from './release-platform';
