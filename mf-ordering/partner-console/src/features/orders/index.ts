export { FormerOrders } from './former-orders';
export { useMovingDetails } from './order-details';
export { customerLabel } from './order-labels';
export { OrderQueue } from './order-queue';
export { isOfPastDay, needsAnswer, isOverdue, isWaiting, nextWaiting, neighbourKeyOf } from './queue-rules';
export { useAccepting } from './use-accepting';
export { useFormerOrders } from './use-former-orders';
export { useQueue } from './use-queue';
