import { err, ok, partnerTopic, restaurantTopic } from '@mahlzeit/contract';
import type { Offer, PartnerMeal, PartnerOffer, Result } from '@mahlzeit/contract';
import { berlinDay, drinksMealTypeName, formattedDate } from '@mahlzeit/contract/rules';
import { randomKey } from '../../../platform';
import type { Clock, Connection, Database, PartnerCaller, RecordedOp, WriteTransaction } from '../../../platform';
import { createRestaurantRepository, mayActFor } from '../restaurants';
import { createCatalogRepository } from './catalog-repository';
import type { StoredOffer } from './catalog-repository';
import { COUNTER_MENU_COLLECTION, presentAtCounter, readCounterMenu } from './counter-menu';
import { createSoldOutRepository } from './sold-out-repository';
import type { MenuEntry, SoldOutMeal } from './sold-out-repository';

/** A dish as an item of a live topic. */
interface MealOnMenu {
  readonly topic: string;
  readonly key: string;
  readonly value: object;
}

const isMenuEntryOn = (entry: MenuEntry | null, day: string): entry is MenuEntry => entry?.stored.offer.date === day;

const guestMenuMeal = (entry: MenuEntry | null, today: string): MealOnMenu | null =>
  isMenuEntryOn(entry, today) && entry.soldOutSince === null
    ? { topic: restaurantTopic(entry.stored.restaurantKey), key: entry.stored.offer.key, value: entry.stored.offer }
    : null;

const counterMenuMeal = (entry: MenuEntry | null, today: string): MealOnMenu | null =>
  isMenuEntryOn(entry, today)
    ? { topic: partnerTopic(entry.stored.restaurantKey), key: entry.stored.offer.key, value: presentAtCounter(entry) }
    : null;

const mealChangeOps = (
  collection: string,
  previousMeal: MealOnMenu | null,
  currentMeal: MealOnMenu | null,
): RecordedOp[] => [
  ...(previousMeal === null || (previousMeal.topic === currentMeal?.topic && previousMeal.key === currentMeal.key)
    ? []
    : [{ topic: previousMeal.topic, op: { kind: 'del', collection, key: previousMeal.key } } satisfies RecordedOp]),
  ...(currentMeal === null
    ? []
    : [
        {
          topic: currentMeal.topic,
          op: { kind: 'put', collection, key: currentMeal.key, value: { ...currentMeal.value } },
        } satisfies RecordedOp,
      ]),
];

const menuOps = (entryBefore: MenuEntry | null, entryAfter: MenuEntry | null, today: string): RecordedOp[] => [
  ...mealChangeOps('meals', guestMenuMeal(entryBefore, today), guestMenuMeal(entryAfter, today)),
  ...mealChangeOps(COUNTER_MENU_COLLECTION, counterMenuMeal(entryBefore, today), counterMenuMeal(entryAfter, today)),
];

const availableEntry = (storedOffer: StoredOffer | null): MenuEntry | null =>
  storedOffer === null ? null : { stored: storedOffer, soldOutSince: null };

/**
 * Computes the ops for the topic `restaurant/{key}` and for the restaurant's counters when a meal changes from `before`
 * to `after` (null = no meal). Both topics contain only dishes of today. A dish of another day is never added, and a
 * dish that moves to another day or restaurant is removed. At midnight no op is sent, so a subscriber still has
 * yesterday's dishes and lacks today's. Old dishes are never shown, because each offer has a date and
 * `withDerivedFields` shows only offers of today. The page reloads at the start of the day (S1§4) and gets a fresh
 * snapshot.
 */
export const mealOps = (before: StoredOffer | null, after: StoredOffer | null, today: string): RecordedOp[] =>
  menuOps(availableEntry(before), availableEntry(after), today);

interface KeyedMeal {
  readonly key: string;
  readonly meal: PartnerMeal;
  readonly baseName: string;
}

const offerOf = ({ key, meal, baseName }: KeyedMeal): Offer => ({
  key,
  name: meal.name,
  description: meal.description,
  price: meal.price,
  currency: 'EUR',
  typeKey: meal.typeKey,
  baseName,
  vatType: meal.vatType ?? (baseName === drinksMealTypeName ? 'DRINK' : 'FOOD'),
  order: meal.order,
  date: meal.date,
  formattedDate: formattedDate(meal.date),
  volume: meal.volume ?? null,
  deposit: meal.deposit ?? null,
  unit: meal.unit ?? null,
  allergens: meal.allergens ?? [],
  additives: meal.additives ?? [],
  diets: [...new Set(meal.diets)],
});

/** Checks whether a restaurant exists and the partner may act for it. */
const isManagedRestaurant = async (knex: Connection, partner: PartnerCaller, restaurantKey: string): Promise<boolean> =>
  mayActFor(partner, restaurantKey) && createRestaurantRepository(knex).exists(restaurantKey);

/** Menu entries that have the same key: the offer, and sold-out dishes of different restaurants. */
interface KeyEntries {
  /** Offer on the menu of a restaurant; null without one. */
  readonly offeredEntry: MenuEntry | null;
  /**
   * Sold-out dish of the restaurant whose feed contains it; only a feed creates keys of this kind. Null without one.
   */
  readonly feedEntry: MenuEntry | null;
  /** Sold-out dish of a restaurant for which this partner may act; null without one. */
  readonly ownEntry: MenuEntry | null;
  /** Sold-out dish of the first restaurant that has one with this key; null without one. */
  readonly anyEntry: MenuEntry | null;
}

const findKeyEntries = async (knex: Connection, key: string, partner: PartnerCaller): Promise<KeyEntries> => {
  const [storedOffer = null] = await createCatalogRepository(knex).findOffers([key]);
  const soldOutMeals = await createSoldOutRepository(knex).findAll(key);
  return {
    offeredEntry: availableEntry(storedOffer),
    feedEntry: soldOutMeals.find(({ stored }) => stored.source !== null) ?? null,
    ownEntry: soldOutMeals.find(({ stored }) => mayActFor(partner, stored.restaurantKey)) ?? null,
    anyEntry: soldOutMeals[0] ?? null,
  };
};

const isOwnEntry = (partner: PartnerCaller, entry: MenuEntry | null): boolean =>
  entry === null || mayActFor(partner, entry.stored.restaurantKey);

/**
 * Finds the entry that a dish of the request replaces, and the key of the new entry; null if the key belongs to another
 * restaurant. A sold-out dish of another restaurant doesn't reserve its key. Otherwise somebody who guesses a key could
 * keep a dish off the menu for a day.
 */
const findReplacedEntry = (
  { offeredEntry, feedEntry, ownEntry }: KeyEntries,
  partner: PartnerCaller,
  key: string,
): { readonly before: MenuEntry | null; readonly newKey: string } | null => {
  const currentEntry = offeredEntry ?? feedEntry;
  if (isOwnEntry(partner, currentEntry)) return { before: currentEntry ?? ownEntry, newKey: key };
  // The partner's dish is sold out, and meanwhile another restaurant uses its key. The dish therefore gets a new key.
  return ownEntry === null ? null : { before: ownEntry, newKey: randomKey() };
};

/** Limit of dishes for one day of a restaurant. It applies to the restaurant's own token. */
const MAX_MEALS_PER_DAY = 500;

/** Checks whether a restaurant may add one more dish on a day. Sold-out dishes count as well. */
const hasMealCapacity = async (
  knex: Connection,
  { restaurantKey }: PartnerCaller,
  { restaurantId, date }: PartnerMeal,
): Promise<boolean> =>
  restaurantKey === null ||
  (await createCatalogRepository(knex).countOffersOn(date, restaurantId)) +
    (await createSoldOutRepository(knex).countOn(restaurantId, date)) <
    MAX_MEALS_PER_DAY;

const isOnSameMenu = (entry: MenuEntry | null, { restaurantId, date }: PartnerMeal): boolean =>
  isMenuEntryOn(entry, date) && entry.stored.restaurantKey === restaurantId;

const isSoldOut = (entry: MenuEntry): entry is SoldOutMeal => entry.soldOutSince !== null;

/** Stores a dish either on the menu or among the sold-out dishes. */
const storeEntry = async ({ knex }: WriteTransaction, entry: MenuEntry): Promise<void> => {
  const catalog = createCatalogRepository(knex);
  if (!isSoldOut(entry)) return catalog.putOffers([entry.stored]);
  await catalog.deleteOffers([entry.stored.offer.key]);
  await createSoldOutRepository(knex).put(entry);
};

/** Creates the service by which partners change single meals. Each change is recorded in the live topics. */
export const createMealService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const today = (): string => berlinDay(clock.now());
  const recordMenuOps = (tx: WriteTransaction, before: MenuEntry | null, after: MenuEntry | null): void => {
    for (const { topic, op } of menuOps(before, after, today())) tx.record(topic, op);
  };

  return {
    /**
     * Creates the meal with this key, or replaces it. A sold-out meal returns to the menu unless `isSoldOut` is set. It
     * gets a new key if another restaurant now uses its key. Returns `notFound` for an unknown restaurant or meal type
     * and for a meal of another restaurant. Returns `listFull` if a restaurant's own token has reached its limit for
     * the day.
     */
    put: (partner: PartnerCaller, key: string, meal: PartnerMeal): Promise<Result<Offer, 'notFound' | 'listFull'>> =>
      database.write(async (tx) => {
        const mealType = await createCatalogRepository(tx.knex).findMealType(meal.typeKey);
        if (mealType === null || !(await isManagedRestaurant(tx.knex, partner, meal.restaurantId)))
          return err('notFound');
        const replacement = findReplacedEntry(await findKeyEntries(tx.knex, key, partner), partner, key);
        if (replacement === null) return err('notFound');
        const { before, newKey } = replacement;
        if (!isOnSameMenu(before, meal) && !(await hasMealCapacity(tx.knex, partner, meal))) return err('listFull');
        const storedOffer: StoredOffer = {
          restaurantKey: meal.restaurantId,
          // A dish from a feed keeps its source, so that a later import can remove it.
          source: before?.stored.source ?? null,
          offer: offerOf({ key: newKey, meal, baseName: mealType.baseName }),
        };
        const changedEntry: MenuEntry = {
          stored: storedOffer,
          soldOutSince: meal.isSoldOut === true ? (before?.soldOutSince ?? clock.now()) : null,
        };
        for (const restaurantKey of new Set([meal.restaurantId, before?.stored.restaurantKey ?? meal.restaurantId]))
          await createSoldOutRepository(tx.knex).remove(restaurantKey, key);
        await storeEntry(tx, changedEntry);
        recordMenuOps(tx, before, changedEntry);
        return ok(storedOffer.offer);
      }),

    /**
     * Removes the meal with this key from the menu. A meal of today becomes sold out instead. Succeeds for an unknown
     * key; returns `notFound` for a meal of another restaurant.
     */
    remove: (partner: PartnerCaller, key: string): Promise<Result<Record<string, never>, 'notFound'>> =>
      database.write(async (tx) => {
        const { offeredEntry: before, feedEntry, ownEntry, anyEntry } = await findKeyEntries(tx.knex, key, partner);
        // A sold-out dish of this partner stays sold out, even if another restaurant now uses its key.
        if (!isOwnEntry(partner, before ?? feedEntry ?? anyEntry) && ownEntry === null) return err('notFound');
        if (before === null || !isOwnEntry(partner, before)) return ok({});
        const soldOut =
          before.stored.offer.date === today() ? { stored: before.stored, soldOutSince: clock.now() } : null;
        await createCatalogRepository(tx.knex).deleteOffers([key]);
        if (soldOut !== null) await createSoldOutRepository(tx.knex).put(soldOut);
        recordMenuOps(tx, before, soldOut);
        return ok({});
      }),

    /**
     * Returns the menu of a day, including sold-out dishes, to its own restaurant; `notFound` for another restaurant.
     */
    menu: async (
      partner: PartnerCaller,
      restaurantKey: string,
      day: string = today(),
    ): Promise<Result<PartnerOffer[], 'notFound'>> =>
      database.read(async (knex) =>
        (await isManagedRestaurant(knex, partner, restaurantKey))
          ? ok(await readCounterMenu(knex, restaurantKey, day))
          : err('notFound'),
      ),
  };
};

/** Service by which partners change single meals. */
export type MealService = ReturnType<typeof createMealService>;
