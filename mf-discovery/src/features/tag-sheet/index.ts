export { TagSheet } from './tag-sheet';
