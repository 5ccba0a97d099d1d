export { cheapestLunch, lunchOffers } from './lunch-offers';
export { isOutForToday, openingStatus } from './opening-status';
export type { OpeningStatus } from './opening-status';
export { momentWords, statusWords } from './opening-words';
export type { StatusWords } from './opening-words';
export { priceWords, shortPriceWords } from './price-words';
export { cuisineNames, emblemOf, sceneOf } from './restaurant-look';
export { RestaurantMeta } from './restaurant-meta';
export { RestaurantStatus } from './restaurant-status';
