export { CollectionList, visibleCountOf, usePastTab } from './collection-list';
export { olderItems } from './older-items';
export type { PageRequest } from './older-items';
// The list of chat messages renders its own rows, but uses the same virtual list (which renders only visible rows) as
// `CollectionList`.
export { VirtualList } from '../../ui/list/virtual-list';
export type { VirtualListHandle } from '../../ui/list/virtual-list';
