export { dealPriceLabel } from './discounts';
export type { DealPriceLabel } from './discounts';
export { FavouriteButton, useFavourites } from './favourites';
export type { Favourites } from './favourites';
export { endsSoon, lunchAlternative, lunchLabels, LunchStatus } from './lunch-facts';
export { NearbyCard, PlaceCard } from './restaurant-card';
export { emblemOf, momentLabel, openingStatus, RestaurantMeta, sceneOf, statusLabels } from './restaurant-facts';
