export { FormerOrders } from './former-orders';
export { useMovingDetails } from './order-details';
export { customerLabel } from './order-labels';
export { OrderQueue } from './order-queue';
export { isOfPastDay, needsAnswer, isOverdue, isWaiting, nextWaitingKeyOf, neighbourRowKeyOf } from './queue-rules';
export { useOrderAccepter } from './use-accepting';
export { useFormerOrders } from './use-former-orders';
export { useOrderQueue } from './use-queue';
