export { FavouriteButton } from './favourite-button';
export type { Favourites } from './use-favourites';
export { useFavourites } from './use-favourites';
