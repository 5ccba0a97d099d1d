export { RestaurantPage } from './restaurant-page';
