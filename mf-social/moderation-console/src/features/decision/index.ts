export { Decisions } from './decisions';
export { useDecision } from './use-decision';
