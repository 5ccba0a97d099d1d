export { Decisions } from './decisions';
export { useDecision } from './use-decision';
export type { Decision } from './use-decision';
