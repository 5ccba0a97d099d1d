import type { LabelMeaning } from './canteen-labels';

// Meat and fish by words that mean nothing else; a name that speaks of a substitute is left to its labels.
const MEAT_IN_NAME = /hähnchen|hühner|huhn|puten|truthahn|schwein|rind(?:er|fleisch|s)|kalbs|lamm|schinken|speck|salami|leberkäse|lachs|thunfisch|fischfilet|garnele|shrimp|calamari/i;
const SUBSTITUTE_IN_NAME = /vegan|vegetar|veggie|soja|tofu|seitan|erbsenprotein|sin carne|pflanzlich/i;

const namesMeat = (name: string): boolean => MEAT_IN_NAME.test(name) && !SUBSTITUTE_IN_NAME.test(name);

/** What the diets of a dish follow from. */
export interface DietEvidence {
  readonly name: string;
  readonly isAnimalType: boolean;
  readonly meanings: readonly LabelMeaning[];
}

/**
 * The diets that a dish's labels claim and nothing contradicts: the feed labels dishes vegan that also carry LACTOSE, and
 * chicken breast vegetarian. In doubt the claim is dropped, never the allergen. Vegan implies vegetarian.
 */
export const claimedDiets = ({ name, isAnimalType, meanings }: DietEvidence): ('vegan' | 'vegetarian')[] => {
  const claims = new Set(meanings.map((meaning) => meaning.diet));
  const origins = new Set(meanings.map((meaning) => meaning.origin));
  if (isAnimalType || origins.has('meat') || namesMeat(name)) return [];
  if (claims.has('vegan') && !origins.has('animal')) return ['vegan', 'vegetarian'];
  return claims.has('vegan') || claims.has('vegetarian') ? ['vegetarian'] : [];
};
