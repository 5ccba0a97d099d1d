import de from './locales/de.json';

/** Letters of the fourteen allergens of Annex II Regulation (EU) 1169/2011 as German menus use them. */
export const ALLERGENS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N'] as const;

const isTextKey = (key: string): key is keyof typeof de => Object.hasOwn(de, key);

/** Declared allergen or additive: its name, and its letter on the menu; null without a letter. */
export interface DeclaredSubstance {
  readonly code: string | null;
  readonly name: string;
}

/**
 * Returns letter and name of an allergen. A text that isn't one of the fourteen letters is already a name and stays
 * unchanged.
 */
export const allergenLabel = (allergen: string): DeclaredSubstance => {
  const allergenTextKey = `Allergen_${allergen}`;
  return isTextKey(allergenTextKey) ? { code: allergen, name: de[allergenTextKey] } : { code: null, name: allergen };
};

/** Dish with its declared allergens and additives. */
export interface DeclaredDish {
  readonly name: string;
  /** Letters or names of the declared allergens, as the menu has them. */
  readonly allergens: readonly string[];
  readonly additives: readonly string[];
}

/**
 * Returns the short declaration: „Allergene A, C, G“, „Zusatzstoffe“ for a dish with additives only, null for a dish
 * without declarations.
 */
export const shortDeclarationOf = ({
  allergens,
  additives,
}: Pick<DeclaredDish, 'allergens' | 'additives'>): string | null => {
  if (allergens.length > 0) return `${de.Allergens} ${allergens.join(', ')}`;
  return additives.length > 0 ? de.Additives : null;
};
