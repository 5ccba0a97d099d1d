export { readFeed } from './read-feed';
export type { DeclaredArea, FileError } from './read-feed';
