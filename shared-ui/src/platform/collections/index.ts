export { CollectionList, countOf, usePastTab } from './collection-list';
export { olderItems } from './older-items';
export type { PageRequest } from './older-items';
// A list of messages draws its rows itself, by the same measure.
export { VirtualList } from '../../ui/list/virtual-list';
export type { VirtualListHandle } from '../../ui/list/virtual-list';
