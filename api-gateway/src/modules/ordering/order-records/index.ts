export { COUNTER_ORDERS_COLLECTION, presentForCounter } from './counter-records';
export { hasAutomaticRefund, NO_REACTION_REASON, orderDecisionOf, remainingAmountOf } from './order-decision';
export { createOrderJobKind } from './order-job';
export type { OrderJobKind } from './order-job';
export { createOwnOrders, presentOrder, presentOrders, recordOrder } from './order-records';
export { findSeller } from './seller';
