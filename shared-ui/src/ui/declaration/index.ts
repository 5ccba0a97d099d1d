export { Declaration } from './declaration';
