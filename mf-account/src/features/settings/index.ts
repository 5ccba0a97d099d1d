export { Settings } from './settings';
