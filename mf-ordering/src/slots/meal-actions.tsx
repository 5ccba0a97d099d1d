export { MealActions as default } from '../features/cart';
