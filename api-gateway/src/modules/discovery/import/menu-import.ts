import { isDeepStrictEqual } from 'node:util';
import type { MealType, Offer } from '@mahlzeit/contract';
import { berlinDay, formattedDate } from '@mahlzeit/contract/rules';
import { invariant } from '../../../platform';
import type { WriteTransaction } from '../../../platform';
import { createCatalogRepository, createSoldOutRepository, mealOps } from '../menu';
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
export const offerOfDish = (dish: DishDraft, type: MealType, owner: MenuOwner): StoredOffer => ({
  ...owner,
  offer: {
    key: dish.key,
    name: dish.name,
    description: dish.description ?? '',
    price: dish.price,
    currency: 'EUR',
    typeKey: type.key,
    baseName: type.baseName,
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

const isSameOffer = (a: StoredOffer, b: StoredOffer): boolean =>
  a.restaurantKey === b.restaurantKey && isDeepStrictEqual(a.offer, b.offer);

/**
 * Computes the changes from the stored offers to the new ones. `storedOffers` must contain the feed's offers on these
 * days, and every other offer whose key is in `newOffers`. Only offers of the feed are removed.
 */
const offerChanges = (storedOffers: readonly StoredOffer[], newOffers: readonly StoredOffer[]): OfferChange[] => {
  const offersBefore = new Map(storedOffers.map((storedOffer) => [storedOffer.offer.key, storedOffer]));
  const offersAfter = new Map(newOffers.map((storedOffer) => [storedOffer.offer.key, storedOffer]));
  const removedOffers = storedOffers
    .filter(({ offer }) => !offersAfter.has(offer.key))
    .map((storedOffer): OfferChange => ({ before: storedOffer, after: null }));
  const changedOffers = newOffers.flatMap((newOffer): OfferChange[] => {
    const storedOffer = offersBefore.get(newOffer.offer.key) ?? null;
    return storedOffer !== null && isSameOffer(storedOffer, newOffer) ? [] : [{ before: storedOffer, after: newOffer }];
  });
  return [...removedOffers, ...changedOffers];
};

/** Counts the added, updated, removed and unchanged offers. */
const countChanges = (changes: readonly OfferChange[], newOfferCount: number): MenuCounts => {
  const importedCount = changes.filter(({ before }) => before === null).length;
  const removedCount = changes.filter(({ after }) => after === null).length;
  const updatedCount = changes.length - importedCount - removedCount;
  return {
    imported: importedCount,
    updated: updatedCount,
    removed: removedCount,
    unchanged: newOfferCount - importedCount - updatedCount,
  };
};

/** Groups days into writes of limited size. A day is never split, so a group may be larger. */
export const groupDays = (days: Iterable<string>, dishes: readonly DishDraft[], maxDishes: number): string[][] => {
  const dishCountByDay = new Map<string, number>();
  for (const { date } of dishes) dishCountByDay.set(date, (dishCountByDay.get(date) ?? 0) + 1);
  const dayGroups: string[][] = [];
  let remainingCapacity = 0;
  for (const day of [...days].sort()) {
    const writeCount = (dishCountByDay.get(day) ?? 0) + 1;
    if (writeCount > remainingCapacity) {
      dayGroups.push([]);
      remainingCapacity = maxDishes;
    }
    dayGroups.at(-1)?.push(day);
    remainingCapacity -= writeCount;
  }
  return dayGroups;
};

/** Complete menus of a place for some days. */
export interface MenuPart extends MenuOwner {
  readonly days: readonly string[];
  readonly dishes: readonly DishDraft[];
  readonly now: number;
}

const requireMealType = (types: readonly MealType[], baseName: string): MealType => {
  const matchingType = types.find((mealType) => mealType.baseName === baseName);
  invariant(matchingType, 'meal type', baseName);
  return matchingType;
};

const findStoredOffers = async (
  catalog: CatalogRepository,
  menuPart: MenuPart,
  newOffers: readonly StoredOffer[],
): Promise<StoredOffer[]> => {
  const feedOffers = await catalog.findOffersOfFeed(menuPart);
  const storedKeys = new Set(feedOffers.map(({ offer }) => offer.key));
  // The partner API may have moved a dish to another day or place, where the query for the feed's days doesn't find it.
  // Its key is the same.
  const movedOffers = await catalog.findOffers(
    newOffers.map(({ offer }) => offer.key).filter((key) => !storedKeys.has(key)),
  );
  return [...feedOffers, ...movedOffers];
};

/**
 * Leaves out the dishes that the restaurant's counter marked as sold out today, because the feed is older than the
 * mark.
 */
const excludeSoldOut = async (
  tx: WriteTransaction,
  { restaurantKey }: MenuOwner,
  newOffers: readonly StoredOffer[],
  today: string,
): Promise<StoredOffer[]> => {
  const soldOutKeys = await createSoldOutRepository(tx.knex).findSoldOutKeys(
    restaurantKey,
    newOffers.flatMap(({ offer }) => (offer.date === today ? offer.key : [])),
  );
  return newOffers.filter(({ offer }) => offer.date !== today || !soldOutKeys.has(offer.key));
};

/**
 * Updates a place's menu for some days from a feed. Records the changes of today's menu in the live topics. Sold-out
 * dishes stay sold out.
 */
export const importMenuPart = async (tx: WriteTransaction, menuPart: MenuPart): Promise<MenuCounts> => {
  const catalog = createCatalogRepository(tx.knex);
  const types = await catalog.findMealTypes();
  const today = berlinDay(menuPart.now);
  const offers = menuPart.dishes.map((dish) =>
    offerOfDish(dish, requireMealType(types, dish.mealType), {
      restaurantKey: menuPart.restaurantKey,
      source: menuPart.source,
    }),
  );
  const newOffers = await excludeSoldOut(tx, menuPart, offers, today);
  const changes = offerChanges(await findStoredOffers(catalog, menuPart, newOffers), newOffers);
  await catalog.deleteOffers(
    changes.flatMap(({ before, after }) => (before !== null && after === null ? before.offer.key : [])),
  );
  await catalog.putOffers(changes.flatMap(({ after }) => after ?? []));
  for (const { before, after } of changes)
    for (const { topic, op } of mealOps(before, after, today)) tx.record(topic, op);
  return countChanges(changes, offers.length);
};
