export { counterRoutes } from './counter-routes';
export { createCounterOrders, createCounterService, presentPartnerOrder } from './counter-service';
