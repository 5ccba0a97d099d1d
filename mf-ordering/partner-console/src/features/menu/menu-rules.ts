import type { PartnerMeal, PartnerOffer, PartnerOrder } from '@mahlzeit/contract';
import { refundableAmount } from '../refunds';

/** Counts how often each dish was ordered today, by the key of the dish. Refunded dishes don't count. */
export const orderedCountByMeal = (orders: readonly PartnerOrder[]): ReadonlyMap<string, number> => {
  const countByMeal = new Map<string, number>();
  for (const order of orders) {
    const isFullyRefunded = refundableAmount(order) <= 0;
    for (const { mealKey, amount, refundedAmount } of order.items)
      countByMeal.set(mealKey, (countByMeal.get(mealKey) ?? 0) + (isFullyRefunded ? 0 : amount - refundedAmount));
  }
  return countByMeal;
};

/**
 * Compares two dishes by the menu's order, then by name. A sold-out dish keeps its place, so that staff find it again.
 */
export const byMenuOrder = (firstOffer: PartnerOffer, secondOffer: PartnerOffer): number =>
  secondOffer.order - firstOffer.order || firstOffer.name.localeCompare(secondOffer.name, 'de');

/** Converts a dish to the body that the partner API expects, so that a sold-out dish can be restored unchanged. */
export const toPartnerMeal = (offer: PartnerOffer, restaurantId: string): PartnerMeal => {
  const {
    name,
    description,
    price,
    typeKey,
    vatType,
    order,
    date,
    unit,
    volume,
    deposit,
    allergens,
    additives,
    diets,
  } = offer;
  return {
    restaurantId,
    name,
    description,
    price,
    typeKey,
    vatType,
    order,
    date,
    unit,
    volume,
    deposit,
    allergens,
    additives,
    diets,
  };
};

/**
 * Standard food additives, named as on German menus. Alcohol comes first, because it determines the guests' minimum
 * age. A dish keeps other values that its menu uses.
 */
export const ADDITIVE_NAMES: readonly string[] = [
  'mit Alkohol',
  'koffeinhaltig',
  'chininhaltig',
  'taurinhaltig',
  'mit Farbstoff',
  'mit Konservierungsstoff',
  'mit Antioxidationsmittel',
  'mit Geschmacksverstärker',
  'geschwefelt',
  'geschwärzt',
  'gewachst',
  'mit Phosphat',
  'mit Süßungsmittel',
  'enthält eine Phenylalaninquelle',
  'mit Gelatine',
];

/**
 * Adds a value to a list of declared values, or removes it. Returns the standard values in their order, then the other
 * values of the dish.
 */
export const toggleValue = (
  values: readonly string[],
  value: string,
  knownValues: readonly string[],
): readonly string[] => {
  const newValues = values.includes(value) ? values.filter((chosenValue) => chosenValue !== value) : [...values, value];
  return [
    ...knownValues.filter((knownValue) => newValues.includes(knownValue)),
    ...newValues.filter((newValue) => !knownValues.includes(newValue)),
  ];
};

/** Meal type that the form offers while the menu has no dishes. */
const LUNCH_MEAL_GROUP = { key: 'lunch', name: 'Mittagstisch' };

interface MealGroup {
  readonly key: string;
  readonly name: string;
}

/** Returns the meal types of the menu, each once; at least one. */
export const mealGroupsOf = (menu: readonly PartnerOffer[]): readonly [MealGroup, ...MealGroup[]] => {
  const menuGroups = [
    ...new Map(menu.map(({ typeKey, baseName }) => [typeKey, { key: typeKey, name: baseName }])).values(),
  ];
  const [firstGroup = LUNCH_MEAL_GROUP, ...otherMenuGroups] = menuGroups;
  return [firstGroup, ...otherMenuGroups];
};
