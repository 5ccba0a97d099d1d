import * as z from 'zod';
import { stableKey } from '../../restaurants';
import { cleanDishName, cleanText, createMenuBuilder, buildMenu } from '../record';
import type { DishDraft, MenuBuilder, MenuDraft, MenuSource, Warn } from '../record';
import { claimedDiets, meaningOfLabel, classifyDishType } from './canteen-labels';
import type { LabelMeaning } from './canteen-labels';

/**
 * Outer structure of a canteen file (TUM-Dev/eat-api). Its records are parsed one by one, so that an invalid record
 * doesn't stop the others.
 */
export const CanteenFile = z.object({ canteens: z.array(z.unknown()), weeks: z.array(z.unknown()) });

/** A canteen in the feed. Only its id is required. */
export const Canteen = z.object({
  canteen_id: z.string().min(1).max(100),
  name: z.string().nullish(),
  location: z
    .object({ address: z.string().nullish(), latitude: z.unknown(), longitude: z.unknown() })
    .partial()
    .nullish(),
  open_hours: z
    .record(z.string(), z.object({ start: z.unknown(), end: z.unknown() }).partial().nullish())
    .nullish()
    .catch(null),
});
export type Canteen = z.infer<typeof Canteen>;

/** Menus of one canteen for the days of a week. */
export const CanteenWeek = z.object({ canteen_id: z.string(), days: z.array(z.unknown()) });

/** Menu of one day in the feed. The dishes are parsed one by one, so that an invalid dish doesn't stop the others. */
const CanteenDay = z.object({ date: z.iso.date(), dishes: z.array(z.unknown()) });

/** A price in the feed, in euros. */
const CanteenPrice = z.object({
  base_price: z.number().nullish(),
  price_per_unit: z.number().nullish(),
  unit: z.string().nullish(),
});
type CanteenPrice = z.infer<typeof CanteenPrice>;

/** A dish in the feed. Only the price for guests matters; the prices for students and staff are ignored. */
const CanteenDish = z.object({
  name: z.string(),
  dish_type: z.string().nullish(),
  labels: z.array(z.string()).nullish(),
  prices: z.object({ guests: CanteenPrice.nullish() }).nullish(),
});
type CanteenDish = z.infer<typeof CanteenDish>;

/**
 * Converts an amount in euros to cents; null for an invalid amount. The function works on the decimal digits, because
 * 1.005 * 100 is 100.49999999999999. A third decimal digit rounds half up.
 */
export const centsOf = (amountInEuros: number): number | null => {
  const euroMatch = /^(\d+)(?:\.(\d)(\d)?(\d)?\d*)?$/.exec(String(amountInEuros));
  if (euroMatch === null) return null;
  const [, wholeEuros = '0', tenthDigit = '0', hundredthDigit = '0', thousandthDigit = '0'] = euroMatch;
  const totalCents =
    Number(wholeEuros) * 100 +
    Number(tenthDigit) * 10 +
    Number(hundredthDigit) +
    (Number(thousandthDigit) >= 5 ? 1 : 0);
  return Number.isSafeInteger(totalCents) ? totalCents : null;
};

/** Price of a canteen dish for guests in cents. `unit` is set if the price depends on the quantity. */
interface GuestPrice {
  readonly price: number;
  readonly unit: string | null;
}

const centsOfOrZero = (amountInEuros: number | null | undefined): number =>
  typeof amountInEuros === 'number' ? (centsOf(amountInEuros) ?? 0) : 0;

// Normalises the unit of a price: „100g“ becomes „100 g“; „Portion“ becomes null, because it means a complete dish.
const normalizeUnit = (unit: string): string | null => {
  const unitText = unit.trim().replace(/^(\d+(?:[.,]\d+)?)\s*(\p{L}+)$/u, '$1 $2');
  return unitText === '' || /^portion$/i.test(unitText) ? null : unitText;
};

/**
 * Computes the minimum price for guests: the base price plus the price of one unit. Without a price per unit, the base
 * price is for the complete dish, even if a unit is given (a pizza has „6.5/0/100g“). Returns null if there is no price
 * or the price is 0.
 */
export const guestPrice = (guestPrices: CanteenPrice | null | undefined): GuestPrice | null => {
  const baseCents = centsOfOrZero(guestPrices?.base_price);
  const unitCents = centsOfOrZero(guestPrices?.price_per_unit);
  const totalCents = baseCents + unitCents;
  if (totalCents <= 0) return null;
  return { price: totalCents, unit: unitCents > 0 ? normalizeUnit(guestPrices?.unit ?? '') : null };
};

/** A parsed canteen dish without its date and key. */
export type Dish = Omit<DishDraft, 'key' | 'date'>;

const meaningsOf = (labels: readonly string[], warn: Warn): LabelMeaning[] =>
  labels.flatMap((label) => {
    const meaning = meaningOfLabel(label);
    if (meaning === null) warn('unknownLabel', label);
    return meaning ?? [];
  });

const sortedDistinctValues = (values: readonly (string | undefined)[]): string[] =>
  [...new Set(values)].filter((distinctValue) => distinctValue !== undefined).sort((a, b) => a.localeCompare(b, 'de'));

/** Parses a dish of a canteen. Returns `noPrice` or `malformed` if the dish must be skipped. */
const readCanteenDish = (dish: CanteenDish, warn: Warn): Dish | 'noPrice' | 'malformed' => {
  const dishName = cleanDishName(dish.name);
  if (dishName === '') return 'malformed';
  const priceAndUnit = guestPrice(dish.prices?.guests);
  if (priceAndUnit === null) return 'noPrice';
  const dishType = cleanText(dish.dish_type ?? '');
  const dishTypeOrder = classifyDishType(dishType);
  if (!dishTypeOrder.isKnown) warn('unknownDishType', dishType);
  const labelMeanings = meaningsOf(dish.labels ?? [], warn);
  const diets = claimedDiets({ name: dishName, isAnimalType: dishTypeOrder.isAnimal, meanings: labelMeanings });
  const hasContradictedDiet = labelMeanings.some(
    (meaning) => meaning.diet !== undefined && !diets.includes(meaning.diet),
  );
  if (hasContradictedDiet) warn('contradictedDiet', dishName);
  return {
    name: dishName,
    ...priceAndUnit,
    mealType: dishTypeOrder.mealType,
    vatType: dishTypeOrder.mealType === 'Getränke' ? 'DRINK' : 'FOOD',
    order: dishTypeOrder.order,
    allergens: sortedDistinctValues(labelMeanings.map((meaning) => meaning.allergen)),
    additives: sortedDistinctValues(labelMeanings.map((meaning) => meaning.additive)),
    diets,
  };
};

const isSameDish = (a: DishDraft, b: DishDraft): boolean =>
  JSON.stringify({ ...a, key: '' }) === JSON.stringify({ ...b, key: '' });

// Adds a dish to a menu. Its key depends on its name and date, so that a new price or type updates the same dish. A
// second dish of the same name and date gets another key.
const addDish = (menu: MenuBuilder, dish: DishDraft, source: MenuSource): void => {
  for (let occurrenceNumber = 1; ; occurrenceNumber += 1) {
    const key = stableKey(source.source, source.sourceId, dish.date, dish.name, String(occurrenceNumber));
    const storedDish = menu.dishes.get(key);
    if (storedDish === undefined) {
      menu.dishes.set(key, { ...dish, key });
      return;
    }
    if (isSameDish(storedDish, dish)) return source.warn('repeatedDish', dish.name);
  }
};

const addDishesOfDay = (menu: MenuBuilder, rawDay: unknown, source: MenuSource): void => {
  const parsedDay = CanteenDay.safeParse(rawDay);
  if (!parsedDay.success) return source.warn('malformedDay', source.sourceId);
  const { date } = parsedDay.data;
  menu.days.add(date);
  for (const rawDish of parsedDay.data.dishes) {
    const parsedDish = CanteenDish.safeParse(rawDish);
    const dish = parsedDish.success ? readCanteenDish(parsedDish.data, source.warn) : 'malformed';
    if (dish === 'noPrice') menu.withoutPrice += 1;
    else if (dish === 'malformed') source.warn('malformedDish', `${source.sourceId} ${date}`);
    else addDish(menu, { ...dish, key: '', date }, source);
  }
};

/** Parses a canteen's days into a menu. An invalid day or dish is counted and doesn't stop the others. */
export const readCanteenMenu = (days: readonly unknown[], source: MenuSource): MenuDraft => {
  const menu = createMenuBuilder();
  for (const day of days) addDishesOfDay(menu, day, source);
  return buildMenu(menu);
};
