export { readFeed } from './read-feed';
export type { DeclaredBoundingBox, FileError } from './read-feed';
