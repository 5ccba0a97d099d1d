export { browserOutbox, createOutbox } from './outbox';
export type { Outbox, OutboxBrowser, OutboxEntry } from './outbox';
export { createWaitingWrites, WAITING_WRITES } from './waiting-writes';
export type { WaitingWrite, WaitingWrites } from './waiting-writes';
