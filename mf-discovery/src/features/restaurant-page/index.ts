export { restaurantRequestOf } from './page-restaurant';
export { pageOriginOf, RestaurantPage } from './restaurant-page';
