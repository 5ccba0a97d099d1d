import { callToAction } from '../features/call-to-action';

export default callToAction;
