import type { MealType, Offer } from '@mahlzeit/contract';
import { germanName, isLunchMealType } from '@mahlzeit/contract/rules';

/** Part of a menu: a meal type and its dishes of one day. */
export interface MenuPart {
  readonly key: string;
  readonly name: string;
  readonly baseName: string;
  readonly offers: readonly Offer[];
}

const createMenuPart = (
  offers: readonly Offer[],
  { key, baseName, ...type }: Pick<MealType, 'key' | 'name' | 'baseName' | 'translations'>,
): MenuPart => ({
  key,
  name: germanName(type),
  baseName,
  // Dishes are sorted by `order`, descending (S1§3).
  offers: offers.filter(({ typeKey }) => typeKey === key).sort((a, b) => b.order - a.order),
});

/**
 * Returns the meal types that occur among the offers but not in the list of meal types. They come last in the menu;
 * their heading is the base name of their offers.
 */
const unlistedMealTypesOf = (offers: readonly Offer[], mealTypes: readonly MealType[]): MealType[] => {
  const listedKeys = new Set(mealTypes.map(({ key }) => key));
  const unlistedHeadings = new Map(
    offers.filter(({ typeKey }) => !listedKeys.has(typeKey)).map(({ typeKey, baseName }) => [typeKey, baseName]),
  );
  return [...unlistedHeadings].map(([key, baseName]) => ({
    key,
    baseName,
    name: baseName,
    translations: { de: baseName },
    order: Infinity,
  }));
};

/** Divides the menu into one part for each meal type, ascending by `order`. Types without dishes are left out. */
export const menuPartsOf = (offers: readonly Offer[], mealTypes: readonly MealType[]): readonly MenuPart[] =>
  [...mealTypes, ...unlistedMealTypesOf(offers, mealTypes)]
    .sort((a, b) => a.order - b.order)
    .map((mealType) => createMenuPart(offers, mealType))
    .filter((menuPart) => menuPart.offers.length > 0);

/** Sorts the parts of the menu (meal types) so that the lunch part comes last once lunch is over. */
export const sortServedPartsFirst = <Part extends Pick<MenuPart, 'baseName'>>(
  partsToSort: readonly Part[],
  isLunchOver: boolean,
): readonly Part[] => {
  if (!isLunchOver) return partsToSort;
  const isLunchPart = ({ baseName }: Part): boolean => isLunchMealType(baseName);
  return [...partsToSort.filter((menuPart) => !isLunchPart(menuPart)), ...partsToSort.filter(isLunchPart)];
};

/** Returns whether two versions of a menu's part look the same: they have the same name and the same dishes. */
export const isSameMenuPart = (previousPart: MenuPart, newPart: MenuPart): boolean =>
  previousPart.name === newPart.name &&
  previousPart.offers.length === newPart.offers.length &&
  previousPart.offers.every((offer, offerIndex) => offer === newPart.offers[offerIndex]);
