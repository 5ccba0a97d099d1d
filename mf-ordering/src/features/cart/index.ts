export { MealActions } from './meal-actions';
