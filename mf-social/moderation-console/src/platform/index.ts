export * from './moderation-context';
export { createModerationPlatform } from './moderation-platform';
export type { ModerationPlatform } from './moderation-platform';
export type { ReportList } from './paged-feed';
