export { RestaurantSocial } from './restaurant-social';
