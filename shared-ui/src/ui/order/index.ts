export { PickupTicket } from './pickup-ticket';
export { PrintArea } from './print-area';
export { StarChoice } from './star-choice';
export { SumLine, Sums } from './sums';
export { Timeline } from './timeline';
export type { TimelineStep } from './timeline';
