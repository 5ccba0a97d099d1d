export { useKeptStart } from './keep-start';
