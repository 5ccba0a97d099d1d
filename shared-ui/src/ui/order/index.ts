export { PickupTicket } from './pickup-ticket';
export { PrintArea } from './print-area';
export { RadioList } from './radio-list';
export type { RadioListOption } from './radio-list';
export { StarChoice } from './star-choice';
export { SumLine, Sums } from './sums';
export { Timeline } from './timeline';
export type { TimelineStep } from './timeline';
