export { COUNTER_ORDERS, presentAtCounter } from './counter-records';
export { createOwnOrders, presentOrder, presentOrders, recordOrder } from './order-records';
export { findSeller } from './seller';
