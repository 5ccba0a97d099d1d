export { RestaurantSocial as default } from '../features/share-restaurant';
