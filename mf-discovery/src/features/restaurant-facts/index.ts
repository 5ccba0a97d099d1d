export { cheapestLunch, lunchOffers } from './lunch-offers';
export { isOutForToday, openingStatus } from './opening-status';
export { momentLabel, statusLabels } from './opening-words';
export { priceLabel, shortPriceLabel } from './price-words';
export type { PriceLabel } from './price-words';
export { emblemOf, sceneOf } from './restaurant-look';
export { RestaurantMeta } from './restaurant-meta';
export { RestaurantStatus } from './restaurant-status';
