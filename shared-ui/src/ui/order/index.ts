export { PrintArea } from './print-area';
export { PickupTicket } from './pickup-ticket';
export { SumLine, Sums } from './sums';
export { Timeline } from './timeline';
export type { TimelineStep } from './timeline';
