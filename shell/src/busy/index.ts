export { createBusy } from './create-busy';
export type { Busy } from './create-busy';
export { BusyHost } from './busy-host';
