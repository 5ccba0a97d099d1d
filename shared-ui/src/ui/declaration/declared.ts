import de from './locales/de.json';

/** Letters of the fourteen allergens of Annex II Regulation (EU) 1169/2011 as German menus use them. */
export const ALLERGENS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N'] as const;

const isNamed = (key: string): key is keyof typeof de => Object.hasOwn(de, key);

/** One declared substance: its code on the menu, where it has one, and its name. */
export interface Declared {
  readonly code: string | null;
  readonly name: string;
}

/** The codes of the fourteen allergens, as German menus use them, get their name; written names stay as they are. */
export const allergenLabel = (allergen: string): Declared => {
  const key = `Allergen_${allergen}`;
  return isNamed(key) ? { code: allergen, name: de[key] } : { code: null, name: allergen };
};

/** A dish by what it declares. */
export interface DeclaredDish {
  readonly name: string;
  /** As the menu declares them: codes or words. */
  readonly allergens: readonly string[];
  readonly additives: readonly string[];
}

/** Short form of what a dish declares: „Allergene A, C, G“, or the words themselves; null where it declares nothing. */
export const declaredInShort = ({
  allergens,
  additives,
}: Pick<DeclaredDish, 'allergens' | 'additives'>): string | null => {
  if (allergens.length > 0) return `${de.Allergens} ${allergens.join(', ')}`;
  return additives.length > 0 ? de.Additives : null;
};
