export { bindLostRefundJob } from './lost-refund-job';
export { countLostPayments, createLostPayments, listReconcilingProviders } from './lost-payments';
export type { LostPaymentError, LostPayments } from './lost-payments';
export { listLostCharges } from './money-since';
export type { LostCharges } from './money-since';
export { createRestoreReconciliation } from './reconcile-restore';
