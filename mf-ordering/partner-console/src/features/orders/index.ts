export { FormerOrders } from './former-orders';
export { useMovingDetails } from './order-details';
export { customerLabel } from './order-labels';
export { OrderQueue } from './order-queue';
export { isFormer, isNew, isOverdue, isWaiting, nextWaiting, stepFrom } from './queue-rules';
export { useAccepting } from './use-accepting';
export { useFormerOrders } from './use-former-orders';
export { useQueue } from './use-queue';
