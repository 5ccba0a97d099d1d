export { routingNameCandidates, slugOf, stableKey } from './naming-rules';
export { formatAddressLine, createPlacePreview, previewImageOf } from './place-preview';
export type { LinkPreview } from './place-preview';
export { placesTopicSource, recordNewPlaces } from './places-topic';
export { coordinateOf } from './query-coordinate';
export {
  findKnownRestaurant,
  findKnownSummaries,
  findPayout,
  findRestaurant,
  findRestaurantByRoutingName,
  findSummaries,
} from './restaurant-lookup';
export { mayActFor, mayChangeFields, mayReadCounter, mayReadRestaurant } from './restaurant-policy';
export { isReachableForOrders, presentRestaurant, presentSummary } from './restaurant-presenter';
export { createRestaurantRepository, OSM_SOURCE, ownRestaurantOf, restaurantColumns } from './restaurant-repository';
export type {
  IndexedPlace,
  OwnRestaurant,
  RestaurantPayout,
  PlacedRestaurant,
  RestaurantRepository,
  RestaurantRow,
} from './restaurant-repository';
export { boundingBoxesAround, searchRadii } from './search-area';
export type { BoundingBox } from './search-area';
