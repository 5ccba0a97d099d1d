import type { MealType, Offer } from '@mahlzeit/contract';

/** One tab of the menu: a meal type that has dishes today. */
export interface MenuPart {
  readonly key: string;
  readonly name: string;
  readonly baseName: string;
  readonly offers: readonly Offer[];
}

const partOf = (offers: readonly Offer[], { key, name, baseName, translations }: Pick<MealType, 'key' | 'name' | 'baseName' | 'translations'>): MenuPart => ({
  key,
  name: translations.de ?? name,
  baseName,
  // S1§3: dishes by `order`, descending.
  offers: offers.filter(({ typeKey }) => typeKey === key).sort((a, b) => b.order - a.order),
});

/** Offers of a type that the list of types doesn't have (yet) are not lost: they come last, under their own name. */
const unlistedTypes = (offers: readonly Offer[], types: readonly MealType[]): MealType[] => {
  const listed = new Set(types.map(({ key }) => key));
  const unlisted = new Map(offers.filter(({ typeKey }) => !listed.has(typeKey)).map(({ typeKey, baseName }) => [typeKey, baseName]));
  return [...unlisted].map(([key, baseName]) => ({ key, baseName, name: baseName, translations: { de: baseName }, order: Infinity }));
};

/** The menu by meal type, types by `order` ascending; types without dishes are left out. */
export const menuParts = (offers: readonly Offer[], types: readonly MealType[]): readonly MenuPart[] =>
  [...types, ...unlistedTypes(offers, types)]
    .sort((a, b) => a.order - b.order)
    .map((type) => partOf(offers, type))
    .filter((part) => part.offers.length > 0);
