export { originOf, RestaurantPage } from './restaurant-page';
