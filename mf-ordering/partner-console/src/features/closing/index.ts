export { ClosingControl } from './closing';
