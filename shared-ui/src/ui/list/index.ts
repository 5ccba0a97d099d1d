export { VirtualList } from './virtual-list';
export type { VirtualListHandle } from './virtual-list';
