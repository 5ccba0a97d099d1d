export { ActionBar, ActionTile, ActionTileLink } from './action-tile';
export { MealList, MealRow } from './meal-row';
export { RestaurantCard } from './restaurant-card';
export type { CardDish } from './restaurant-card';
export { CardGrid } from './restaurant-card.styles';
export { RestaurantMedia } from './restaurant-media';
export { Teaser } from './teaser';
