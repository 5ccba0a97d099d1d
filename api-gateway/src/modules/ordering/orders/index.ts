export { mailReturnedPayment, mailOrder, mailUnacceptedOrder } from './order-mail';
export { checkOwnPaidOrder } from './order-policy';
export { createOrderRating } from './order-rating';
export { orderRoutes } from './order-routes';
export { createOrderService } from './order-service';
export type { FindMeetup } from './order-validation';
export { createServingCheck } from './serving-check';
export { seedOrders, seedPaymentUsers } from './seed-orders';
export type { OrderDraft } from './seed-orders';
