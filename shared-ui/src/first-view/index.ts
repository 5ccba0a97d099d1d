export { renderFirstView } from './render-first-view';
