export { createPartnerRestaurantService } from './partner-restaurant-service';
export { partnerRoutes } from './partner-routes';
export { createPartnerTokens, createTokenFinder, deletePartnerToken, putPartnerToken } from './partner-tokens';
export type { PartnerTokens } from './partner-tokens';
