import { RestaurantSocial } from '../features/share-restaurant';

export default RestaurantSocial;
