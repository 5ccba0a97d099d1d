export { PickupTicket } from './pickup-ticket';
export { RadioList } from './radio-list';
export type { RadioListOption } from './radio-list';
export { SumLine, Sums } from './sums';
export { Timeline } from './timeline';
export type { TimelineStep } from './timeline';
