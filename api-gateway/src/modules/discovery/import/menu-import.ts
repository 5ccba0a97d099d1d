import { isDeepStrictEqual } from 'node:util';
import type { MealType, Offer } from '@mahlzeit/contract';
import { berlinDay, formattedDate } from '@mahlzeit/contract/rules';
import { invariant } from '../../../platform';
import type { WriteTransaction } from '../../../platform';
import { createCatalogRepository, createSoldOutRepository, computeMealOps } from '../menu';
import type { CatalogRepository, StoredOffer } from '../menu';
import type { MenuCounts } from './import-report';
import type { DishDraft } from './record';

/** Change of one offer. `before` is null for an added offer, `after` for a removed one. */
interface OfferChange {
  readonly before: StoredOffer | null;
  readonly after: StoredOffer | null;
}

/** Place and feed to which a menu belongs. */
export interface MenuOwner {
  readonly restaurantKey: string;
  readonly source: string;
}

/** Converts a dish of a feed to an offer of a place. */
export const offerOfDish = (dish: DishDraft, mealType: MealType, menuOwner: MenuOwner): StoredOffer => ({
  ...menuOwner,
  offer: {
    key: dish.key,
    name: dish.name,
    description: dish.description ?? '',
    price: dish.price,
    currency: 'EUR',
    typeKey: mealType.key,
    baseName: mealType.baseName,
    vatType: dish.vatType,
    order: dish.order,
    date: dish.date,
    formattedDate: formattedDate(dish.date),
    volume: dish.volume ?? null,
    deposit: dish.deposit ?? null,
    unit: dish.unit,
    allergens: [...dish.allergens],
    additives: [...dish.additives],
    diets: [...dish.diets],
  } satisfies Offer,
});

const areOffersEqual = (firstOffer: StoredOffer, secondOffer: StoredOffer): boolean =>
  firstOffer.restaurantKey === secondOffer.restaurantKey && isDeepStrictEqual(firstOffer.offer, secondOffer.offer);

/**
 * Computes the changes of offers from the stored menu to the new one. `storedOffers` must contain the feed's offers on
 * these days, and every other offer whose key is in `newOffers`. Only offers of the feed are removed.
 */
const computeOfferChanges = (
  storedOffers: readonly StoredOffer[],
  newOffers: readonly StoredOffer[],
): OfferChange[] => {
  const storedOfferByKey = new Map(storedOffers.map((storedOffer) => [storedOffer.offer.key, storedOffer]));
  const newOfferByKey = new Map(newOffers.map((storedOffer) => [storedOffer.offer.key, storedOffer]));
  const removedOffers = storedOffers
    .filter(({ offer }) => !newOfferByKey.has(offer.key))
    .map((storedOffer): OfferChange => ({ before: storedOffer, after: null }));
  const changedOffers = newOffers.flatMap((newOffer): OfferChange[] => {
    const storedOffer = storedOfferByKey.get(newOffer.offer.key) ?? null;
    return storedOffer !== null && areOffersEqual(storedOffer, newOffer)
      ? []
      : [{ before: storedOffer, after: newOffer }];
  });
  return [...removedOffers, ...changedOffers];
};

/** Counts the added, updated, removed and unchanged offers. */
const countChanges = (menuChanges: readonly OfferChange[], newOfferCount: number): MenuCounts => {
  const importedCount = menuChanges.filter(({ before }) => before === null).length;
  const removedCount = menuChanges.filter(({ after }) => after === null).length;
  const updatedCount = menuChanges.length - importedCount - removedCount;
  return {
    imported: importedCount,
    updated: updatedCount,
    removed: removedCount,
    unchanged: newOfferCount - importedCount - updatedCount,
  };
};

/** Groups days into writes of limited size. A day is never split, so a group may be larger. */
export const groupDaysByDishCount = (
  menuDays: Iterable<string>,
  dishes: readonly DishDraft[],
  maxDishesPerGroup: number,
): string[][] => {
  const dishCountByDay = new Map<string, number>();
  for (const { date } of dishes) dishCountByDay.set(date, (dishCountByDay.get(date) ?? 0) + 1);
  const dayGroups: string[][] = [];
  let remainingDishCapacity = 0;
  for (const day of [...menuDays].sort()) {
    const dishWriteCount = (dishCountByDay.get(day) ?? 0) + 1;
    if (dishWriteCount > remainingDishCapacity) {
      dayGroups.push([]);
      remainingDishCapacity = maxDishesPerGroup;
    }
    dayGroups.at(-1)?.push(day);
    remainingDishCapacity -= dishWriteCount;
  }
  return dayGroups;
};

/** Complete menus of a place for some days, as the import writes them at once. */
export interface MenuPart extends MenuOwner {
  readonly days: readonly string[];
  readonly dishes: readonly DishDraft[];
  readonly now: number;
}

const requireMealType = (mealTypes: readonly MealType[], baseName: string): MealType => {
  const matchingMealType = mealTypes.find((mealType) => mealType.baseName === baseName);
  invariant(matchingMealType, 'meal type', baseName);
  return matchingMealType;
};

const findStoredOffers = async (
  catalogRepository: CatalogRepository,
  menuPart: MenuPart,
  newOffers: readonly StoredOffer[],
): Promise<StoredOffer[]> => {
  const feedOffers = await catalogRepository.findOffersOfFeed(menuPart);
  const feedOfferKeys = new Set(feedOffers.map(({ offer }) => offer.key));
  // Finds dishes by their keys, which stay the same. The query for the feed's days doesn't find a dish that the partner
  // API has moved to another day or place.
  const movedOffers = await catalogRepository.findOffers(
    newOffers.map(({ offer }) => offer.key).filter((key) => !feedOfferKeys.has(key)),
  );
  return [...feedOffers, ...movedOffers];
};

/**
 * Leaves out dishes that the restaurant itself has marked as sold out today, because the feed is older than the mark.
 */
const excludeSoldOutDishes = async (
  tx: WriteTransaction,
  { restaurantKey }: MenuOwner,
  newOffers: readonly StoredOffer[],
  todayInBerlin: string,
): Promise<StoredOffer[]> => {
  const soldOutKeys = await createSoldOutRepository(tx.knex).findSoldOutKeys(
    restaurantKey,
    newOffers.flatMap(({ offer }) => (offer.date === todayInBerlin ? offer.key : [])),
  );
  return newOffers.filter(({ offer }) => offer.date !== todayInBerlin || !soldOutKeys.has(offer.key));
};

/**
 * Updates a place's menu for some days from a feed. Records the changes of today's menu in the live topics. Sold-out
 * dishes stay sold out.
 */
export const importMenuPart = async (tx: WriteTransaction, menuPart: MenuPart): Promise<MenuCounts> => {
  const catalogRepository = createCatalogRepository(tx.knex);
  const mealTypes = await catalogRepository.findMealTypes();
  const todayInBerlin = berlinDay(menuPart.now);
  const importedOffers = menuPart.dishes.map((dish) =>
    offerOfDish(dish, requireMealType(mealTypes, dish.mealType), {
      restaurantKey: menuPart.restaurantKey,
      source: menuPart.source,
    }),
  );
  const newOffers = await excludeSoldOutDishes(tx, menuPart, importedOffers, todayInBerlin);
  const menuChanges = computeOfferChanges(await findStoredOffers(catalogRepository, menuPart, newOffers), newOffers);
  await catalogRepository.deleteOffers(
    menuChanges.flatMap(({ before, after }) => (before !== null && after === null ? before.offer.key : [])),
  );
  await catalogRepository.putOffers(menuChanges.flatMap(({ after }) => after ?? []));
  for (const { before, after } of menuChanges)
    for (const { topic, op } of computeMealOps(before, after, todayInBerlin)) tx.record(topic, op);
  return countChanges(menuChanges, importedOffers.length);
};
