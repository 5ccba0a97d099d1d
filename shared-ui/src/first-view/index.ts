export { prerenderView } from './render-first-view';
