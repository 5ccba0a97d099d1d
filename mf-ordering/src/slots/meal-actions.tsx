import { MealActions } from '../features/cart';

export default MealActions;
