export { allergenLabel, ALLERGENS } from './allergens';
export { Declaration } from './declaration';
