export { RestaurantPage } from './restaurant-page';
export { originOf } from './use-leaving';
