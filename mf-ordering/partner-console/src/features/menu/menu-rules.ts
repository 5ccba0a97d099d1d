import type { PartnerMeal, PartnerOffer, PartnerOrder } from '@mahlzeit/contract';
import { amountLeft } from '../refunds';

/** How often each dish is ordered today, less what went back; by the meal's key. */
export const orderedCounts = (orders: readonly PartnerOrder[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const order of orders) {
    const isGone = amountLeft(order) <= 0;
    for (const { mealKey, amount, refundedAmount } of order.items)
      counts.set(mealKey, (counts.get(mealKey) ?? 0) + (isGone ? 0 : amount - refundedAmount));
  }
  return counts;
};

/**
 * The menu by its order, dishes of one place by their names. Being sold out moves nothing: who has just tapped wants to
 * find it again.
 */
export const byMenuOrder = (one: PartnerOffer, other: PartnerOffer): number =>
  other.order - one.order || one.name.localeCompare(other.name, 'de');

/** A dish as the partner API takes it, so that it comes back as it was. */
export const mealOf = (offer: PartnerOffer, restaurantId: string): PartnerMeal => {
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
 * Additives as German menus word them, alcohol first: guests are told their age by it. What a menu declares beside them
 * stays.
 */
export const ADDITIVES: readonly string[] = [
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

/** What is chosen once a value was pressed: what is known in its own order, then the menu's own words. */
export const toggled = (chosen: readonly string[], value: string, known: readonly string[]): readonly string[] => {
  const after = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return [...known.filter((one) => after.includes(one)), ...after.filter((one) => !known.includes(one))];
};

/** The meal type of a dish that is the first on a menu. */
const LUNCH = { key: 'lunch', name: 'Mittagstisch' };

/** A group of the menu. */
interface MealGroup {
  readonly key: string;
  readonly name: string;
}

/** The groups that the menu has; always at least one. */
export const mealGroups = (menu: readonly PartnerOffer[]): readonly [MealGroup, ...MealGroup[]] => {
  const groups = [
    ...new Map(menu.map(({ typeKey, baseName }) => [typeKey, { key: typeKey, name: baseName }])).values(),
  ];
  const [first = LUNCH, ...more] = groups;
  return [first, ...more];
};
