export { Closing } from './closing';
