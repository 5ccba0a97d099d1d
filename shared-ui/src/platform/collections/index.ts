export { CollectionList, countOf } from './collection-list';
export { olderItems } from './older-items';
export type { PageRequest } from './older-items';
