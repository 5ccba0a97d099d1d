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

const isSame = (a: StoredOffer, b: StoredOffer): boolean =>
  a.restaurantKey === b.restaurantKey && isDeepStrictEqual(a.offer, b.offer);

/**
 * Computes the changes from the stored offers to the new ones. `storedOffers` must contain the feed's offers on these
 * days, and every other offer whose key is in `newOffers`. Only offers of the feed are removed.
 */
const menuChanges = (storedOffers: readonly StoredOffer[], newOffers: readonly StoredOffer[]): OfferChange[] => {
  const offersBefore = new Map(storedOffers.map((storedOffer) => [storedOffer.offer.key, storedOffer]));
  const offersAfter = new Map(newOffers.map((storedOffer) => [storedOffer.offer.key, storedOffer]));
  const removedOffers = storedOffers
    .filter(({ offer }) => !offersAfter.has(offer.key))
    .map((storedOffer): OfferChange => ({ before: storedOffer, after: null }));
  const changedOffers = newOffers.flatMap((newOffer): OfferChange[] => {
    const storedOffer = offersBefore.get(newOffer.offer.key) ?? null;
    return storedOffer !== null && isSame(storedOffer, newOffer) ? [] : [{ before: storedOffer, after: newOffer }];
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
  const counts = new Map<string, number>();
  for (const { date } of dishes) counts.set(date, (counts.get(date) ?? 0) + 1);
  const groups: string[][] = [];
  let room = 0;
  for (const day of [...days].sort()) {
    const size = (counts.get(day) ?? 0) + 1;
    if (size > room) {
      groups.push([]);
      room = maxDishes;
    }
    groups.at(-1)?.push(day);
    room -= size;
  }
  return groups;
};

/** Complete menus of a place for some days. */
export interface MenuPart extends MenuOwner {
  readonly days: readonly string[];
  readonly dishes: readonly DishDraft[];
  readonly now: number;
}

const mealTypeNamed = (types: readonly MealType[], baseName: string): MealType => {
  const type = types.find((mealType) => mealType.baseName === baseName);
  invariant(type, 'meal type', baseName);
  return type;
};

const storedFor = async (
  catalog: CatalogRepository,
  part: MenuPart,
  newOffers: readonly StoredOffer[],
): Promise<StoredOffer[]> => {
  const ofFeed = await catalog.findOffersOfFeed(part);
  const storedKeys = new Set(ofFeed.map(({ offer }) => offer.key));
  // The partner API may have moved a dish to another day or place, where the query for the feed's days doesn't find it.
  // Its key is the same.
  const movedOffers = await catalog.findOffers(
    newOffers.map(({ offer }) => offer.key).filter((key) => !storedKeys.has(key)),
  );
  return [...ofFeed, ...movedOffers];
};

/**
 * Leaves out the dishes that the restaurant's counter marked as sold out today, because the feed is older than the
 * mark.
 */
const withoutSoldOut = async (
  tx: WriteTransaction,
  { restaurantKey }: MenuOwner,
  newOffers: readonly StoredOffer[],
  today: string,
): Promise<StoredOffer[]> => {
  const soldOut = await createSoldOutRepository(tx.knex).findKeys(
    restaurantKey,
    newOffers.flatMap(({ offer }) => (offer.date === today ? offer.key : [])),
  );
  return newOffers.filter(({ offer }) => offer.date !== today || !soldOut.has(offer.key));
};

/**
 * Updates a place's menu for some days from a feed. Records the changes of today's menu in the live topics. Sold-out
 * dishes stay sold out.
 */
export const importMenuPart = async (tx: WriteTransaction, part: MenuPart): Promise<MenuCounts> => {
  const catalog = createCatalogRepository(tx.knex);
  const types = await catalog.findMealTypes();
  const today = berlinDay(part.now);
  const offers = part.dishes.map((dish) =>
    offerOfDish(dish, mealTypeNamed(types, dish.mealType), { restaurantKey: part.restaurantKey, source: part.source }),
  );
  const newOffers = await withoutSoldOut(tx, part, offers, today);
  const changes = menuChanges(await storedFor(catalog, part, newOffers), newOffers);
  await catalog.deleteOffers(
    changes.flatMap(({ before, after }) => (before !== null && after === null ? before.offer.key : [])),
  );
  await catalog.putOffers(changes.flatMap(({ after }) => after ?? []));
  for (const { before, after } of changes)
    for (const { topic, op } of mealOps(before, after, today)) tx.record(topic, op);
  return countChanges(changes, offers.length);
};
