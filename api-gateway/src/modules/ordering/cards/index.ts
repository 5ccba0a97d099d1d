export { cardRoutes } from './card-routes';
export { canPay, createCardService } from './card-service';
export { createPreAuthorizations } from './pre-authorization';
export type { PreAuthorizations } from './pre-authorization';
