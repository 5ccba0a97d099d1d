export { COUNTER_ORDERS_COLLECTION, presentForCounter } from './counter-records';
export { createOwnOrders, presentOrder, presentOrders, recordOrder } from './order-records';
export { findSeller } from './seller';
