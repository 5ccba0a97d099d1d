export { pageOriginOf, RestaurantPage } from './restaurant-page';
