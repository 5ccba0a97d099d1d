export { cheapestLunch, lunchOffers } from './lunch-offers';
export { isOutForToday, openingStatus } from './opening-status';
export { momentWords, statusWords } from './opening-words';
export { priceWords, shortPriceWords } from './price-words';
export type { PriceWords } from './price-words';
export { emblemOf, sceneOf } from './restaurant-look';
export { RestaurantMeta } from './restaurant-meta';
export { RestaurantStatus } from './restaurant-status';
