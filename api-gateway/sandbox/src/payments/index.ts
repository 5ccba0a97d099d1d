export type { LedgerEntry } from './payment-store';
export { createPayments } from './payments';
export type { SandboxPayments } from './payments';
