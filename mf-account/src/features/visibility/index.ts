export { useVisibility } from './use-visibility';
