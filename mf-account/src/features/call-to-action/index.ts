export { callToAction } from './call-to-action';
