export { VirtualList } from './virtual-list';
