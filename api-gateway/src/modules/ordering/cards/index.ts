export { canCardPay } from './card-access';
export { mailAddedCard } from './card-mail';
export { cardRoutes } from './card-routes';
export { createCardService } from './card-service';
export { createPreAuthorizations } from './pre-authorization';
export type { PreAuthorizations } from './pre-authorization';
