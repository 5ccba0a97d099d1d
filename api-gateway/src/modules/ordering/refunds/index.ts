export { beginRefund, recordListedRefund, continueRefund } from './settle-refund';
export type { BeginRefundDeps, RefundReactions } from './settle-refund';
export { createOrderUndo } from './undo-order';
export type { MeetupOrder } from './undo-order';
export { bindRefundJob } from './refund-job';
export { createRefundNotifier, createGivenUpNotifier } from './refund-news';
export { createRefundService } from './refund-service';
export type { RefundService } from './refund-service';
export { bindUnacceptedJobs, createUnwatchedOrders, watchOrder, enqueueRemainingRefund } from './unaccepted-orders';
