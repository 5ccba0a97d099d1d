export { dealPriceLabelOf } from './discounts';
export type { DealPriceLabel } from './discounts';
export { FavouriteButton, useFavourites } from './favourites';
export type { Favourites } from './favourites';
export { doesLunchEndSoon, lunchAlternativeOf, lunchLabelsOf, LunchStatus } from './lunch-facts';
export { NearbyCard, PlaceCard } from './restaurant-card';
export { emblemOf, momentLabelOf, openingStatusAt, RestaurantMeta, sceneOf, statusLabelsOf } from './restaurant-facts';
