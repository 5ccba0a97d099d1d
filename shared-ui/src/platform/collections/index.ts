export { CollectionList, countOf, usePastTab } from './collection-list';
export { olderItems } from './older-items';
export type { PageRequest } from './older-items';
// The list of messages renders its own rows, with the same virtual list.
export { VirtualList } from '../../ui/list/virtual-list';
export type { VirtualListHandle } from '../../ui/list/virtual-list';
