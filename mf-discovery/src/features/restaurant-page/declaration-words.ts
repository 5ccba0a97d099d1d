import type { Offer } from '@mahlzeit/contract';
import { has, text } from '../../discovery-texts';

/** One declared substance: its code on the menu, where it has one, and its name. */
export interface Declared {
  readonly code: string | null;
  readonly name: string;
}

/** The codes of the fourteen allergens, as German menus use them, get their name; written names stay as they are. */
export const allergenLabel = (allergen: string): Declared => {
  const key = `Allergen_${allergen}`;
  return has(key) ? { code: allergen, name: text(key) } : { code: null, name: allergen };
};

/** Short form for the button: „A, C, G“ or the words themselves. */
export const declaredInShort = (allergens: readonly string[]): string => allergens.join(', ');

const DIETS = { vegan: 'DietVegan', vegetarian: 'DietVegetarian', halal: 'DietHalal', kosher: 'DietKosher' } as const;

/** „Vegan“, „Vegetarisch, Halal“; undefined where the menu vouches for nothing. Vegan says vegetarian, too. */
export const dietLabel = ({ diets }: Pick<Offer, 'diets'>): string | undefined => {
  const shown = diets.filter((diet) => diet !== 'vegetarian' || !diets.includes('vegan'));
  return shown.length === 0 ? undefined : shown.map((diet) => text(DIETS[diet])).join(', ');
};
