export { SkipLink, VisuallyHidden } from './hidden';
