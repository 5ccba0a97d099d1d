export { LiveList } from './live-list';
