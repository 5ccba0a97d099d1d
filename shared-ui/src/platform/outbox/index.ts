export { browserOutbox, createOutbox } from './outbox';
export type { Outbox, OutboxBrowser, OutboxEntry, OutboxShell } from './outbox';
