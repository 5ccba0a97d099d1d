export { createReconciliation, stepsOutsideRequest } from './payment-jobs';
export { createPaymentService } from './payment-service';
export type { PaymentService, PaymentSteps } from './payment-service';
export { OPEN_STATES, UNCAPTURED_STATES } from './payment-transitions';
export { nextCheckTime } from './settle-payment';
export type { UnusableMoney } from './settle-payment';
export { isOwnCharge, requestStrayRefund } from './stray-payment';
export { createWebhookRegistration, findWebhookId, listRefusedWebhooks } from './webhook-registration';
export { createWebhookRouter } from './webhook-router';
