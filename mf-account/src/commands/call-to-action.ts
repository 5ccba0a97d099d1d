export { callToAction as default } from '../features/call-to-action';
