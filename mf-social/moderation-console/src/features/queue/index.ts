export { Queue } from './queue';
export { neighbourAfter, neighbourOf } from './queue-rules';
