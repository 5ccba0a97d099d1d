export { Declaration } from './declaration';
export { allergenLabel, ALLERGENS } from './declared';
