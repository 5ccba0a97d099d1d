export { createFirstList } from './first-list';
export { listingRoutes } from './listing-routes';
export { createListingService } from './listing-service';
export type { ListingService } from './listing-service';
export { createRestaurantTopic, recordPlace } from './restaurant-topic';
