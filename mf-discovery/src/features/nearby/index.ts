export { useAllAround } from './use-nearby';
