export { beginRefund } from './give-back';
export type { BeginRefundDeps, RefundNews } from './give-back';
export { createOrderUndone } from './order-undone';
export type { MeetupOrder } from './order-undone';
export { bindRefundJob } from './refund-job';
export { createRefundedNews, createGivenUpNews } from './refund-news';
export { createRefundService } from './refund-service';
export type { RefundService } from './refund-service';
export { bindUnacceptedJobs, createUnwatchedOrders, watchOrder, watchRest } from './unaccepted-orders';
