import { err, ok, partnerTopic, restaurantTopic } from '@mahlzeit/contract';
import type { Offer, PartnerMeal, PartnerOffer, Result } from '@mahlzeit/contract';
import { berlinDay, drinksMealTypeName, formattedDate } from '@mahlzeit/contract/rules';
import { randomKey } from '../../../platform';
import type { Clock, Connection, Database, PartnerCaller, RecordedOp, WriteTransaction } from '../../../platform';
import { createRestaurantRepository, mayActFor } from '../restaurants';
import { createCatalogRepository } from './catalog-repository';
import type { StoredOffer } from './catalog-repository';
import { COUNTER_MENU, presentAtCounter, readCounterMenu } from './counter-menu';
import { createSoldOutRepository } from './sold-out-repository';
import type { MenuEntry, SoldOutMeal } from './sold-out-repository';

/** A dish as an item of a live topic. */
interface MealOnMenu {
  readonly topic: string;
  readonly key: string;
  readonly value: object;
}

const isOf = (entry: MenuEntry | null, day: string): entry is MenuEntry => entry?.stored.offer.date === day;

const shownToGuests = (entry: MenuEntry | null, today: string): MealOnMenu | null =>
  isOf(entry, today) && entry.soldOutSince === null
    ? { topic: restaurantTopic(entry.stored.restaurantKey), key: entry.stored.offer.key, value: entry.stored.offer }
    : null;

const shownAtCounter = (entry: MenuEntry | null, today: string): MealOnMenu | null =>
  isOf(entry, today)
    ? { topic: partnerTopic(entry.stored.restaurantKey), key: entry.stored.offer.key, value: presentAtCounter(entry) }
    : null;

const opsBetween = (collection: string, leftMeal: MealOnMenu | null, currentMeal: MealOnMenu | null): RecordedOp[] => [
  ...(leftMeal === null || (leftMeal.topic === currentMeal?.topic && leftMeal.key === currentMeal.key)
    ? []
    : [{ topic: leftMeal.topic, op: { kind: 'del', collection, key: leftMeal.key } } satisfies RecordedOp]),
  ...(currentMeal === null
    ? []
    : [
        {
          topic: currentMeal.topic,
          op: { kind: 'put', collection, key: currentMeal.key, value: { ...currentMeal.value } },
        } satisfies RecordedOp,
      ]),
];

const menuOps = (before: MenuEntry | null, after: MenuEntry | null, today: string): RecordedOp[] => [
  ...opsBetween('meals', shownToGuests(before, today), shownToGuests(after, today)),
  ...opsBetween(COUNTER_MENU, shownAtCounter(before, today), shownAtCounter(after, today)),
];

const onMenu = (storedOffer: StoredOffer | null): MenuEntry | null =>
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
  menuOps(onMenu(before), onMenu(after), today);

interface TypedMeal {
  readonly key: string;
  readonly meal: PartnerMeal;
  readonly baseName: string;
}

const offerOf = ({ key, meal, baseName }: TypedMeal): Offer => ({
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
const hasPlace = async (knex: Connection, partner: PartnerCaller, restaurantKey: string): Promise<boolean> =>
  mayActFor(partner, restaurantKey) && createRestaurantRepository(knex).exists(restaurantKey);

/** Menu entries that have the same key: the offer, and sold-out dishes of different restaurants. */
interface KeyHolders {
  /** Offer on the menu of a restaurant; null without one. */
  readonly offered: MenuEntry | null;
  /**
   * Sold-out dish of the restaurant whose feed contains it; only a feed creates keys of this kind. Null without one.
   */
  readonly feedEntry: MenuEntry | null;
  /** Sold-out dish of a restaurant for which this partner may act; null without one. */
  readonly ownEntry: MenuEntry | null;
  /** Sold-out dish of the first restaurant that has one with this key; null without one. */
  readonly anyEntry: MenuEntry | null;
}

const findHolders = async (knex: Connection, key: string, partner: PartnerCaller): Promise<KeyHolders> => {
  const [storedOffer = null] = await createCatalogRepository(knex).findOffers([key]);
  const soldOut = await createSoldOutRepository(knex).findAll(key);
  return {
    offered: onMenu(storedOffer),
    feedEntry: soldOut.find(({ stored }) => stored.source !== null) ?? null,
    ownEntry: soldOut.find(({ stored }) => mayActFor(partner, stored.restaurantKey)) ?? null,
    anyEntry: soldOut[0] ?? null,
  };
};

const isOwn = (partner: PartnerCaller, entry: MenuEntry | null): boolean =>
  entry === null || mayActFor(partner, entry.stored.restaurantKey);

/**
 * Finds the entry that a dish of the request replaces, and the key of the new entry; null if the key belongs to another
 * restaurant. A sold-out dish of another restaurant doesn't reserve its key. Otherwise somebody who guesses a key could
 * keep a dish off the menu for a day.
 */
const replacedBy = (
  { offered, feedEntry, ownEntry }: KeyHolders,
  partner: PartnerCaller,
  key: string,
): { readonly before: MenuEntry | null; readonly newKey: string } | null => {
  const holder = offered ?? feedEntry;
  if (isOwn(partner, holder)) return { before: holder ?? ownEntry, newKey: key };
  // The partner's dish is sold out, and meanwhile another restaurant uses its key. The dish therefore gets a new key.
  return ownEntry === null ? null : { before: ownEntry, newKey: randomKey() };
};

/** Limit of dishes for one day of a restaurant. It applies to the restaurant's own token. */
const MEALS_A_DAY = 500;

/** Checks whether a restaurant may add one more dish on a day. Sold-out dishes count as well. */
const hasRoom = async (
  knex: Connection,
  { restaurantKey }: PartnerCaller,
  { restaurantId, date }: PartnerMeal,
): Promise<boolean> =>
  restaurantKey === null ||
  (await createCatalogRepository(knex).countOffersOn(date, restaurantId)) +
    (await createSoldOutRepository(knex).countOn(restaurantId, date)) <
    MEALS_A_DAY;

const isThere = (entry: MenuEntry | null, { restaurantId, date }: PartnerMeal): boolean =>
  isOf(entry, date) && entry.stored.restaurantKey === restaurantId;

const isSoldOut = (entry: MenuEntry): entry is SoldOutMeal => entry.soldOutSince !== null;

/** Stores a dish either on the menu or among the sold-out dishes. */
const store = async ({ knex }: WriteTransaction, entry: MenuEntry): Promise<void> => {
  const catalog = createCatalogRepository(knex);
  if (!isSoldOut(entry)) return catalog.putOffers([entry.stored]);
  await catalog.deleteOffers([entry.stored.offer.key]);
  await createSoldOutRepository(knex).put(entry);
};

/** Creates the service by which partners change single meals. Each change is recorded in the live topics. */
export const createMealService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const today = (): string => berlinDay(clock.now());
  const record = (tx: WriteTransaction, before: MenuEntry | null, after: MenuEntry | null): void => {
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
        const type = await createCatalogRepository(tx.knex).findMealType(meal.typeKey);
        if (type === null || !(await hasPlace(tx.knex, partner, meal.restaurantId))) return err('notFound');
        const replacedMeal = replacedBy(await findHolders(tx.knex, key, partner), partner, key);
        if (replacedMeal === null) return err('notFound');
        const { before, newKey } = replacedMeal;
        if (!isThere(before, meal) && !(await hasRoom(tx.knex, partner, meal))) return err('listFull');
        const storedOffer: StoredOffer = {
          restaurantKey: meal.restaurantId,
          // A dish from a feed keeps its source, so that a later import can remove it.
          source: before?.stored.source ?? null,
          offer: offerOf({ key: newKey, meal, baseName: type.baseName }),
        };
        const changedEntry: MenuEntry = {
          stored: storedOffer,
          soldOutSince: meal.isSoldOut === true ? (before?.soldOutSince ?? clock.now()) : null,
        };
        for (const place of new Set([meal.restaurantId, before?.stored.restaurantKey ?? meal.restaurantId]))
          await createSoldOutRepository(tx.knex).remove(place, key);
        await store(tx, changedEntry);
        record(tx, before, changedEntry);
        return ok(storedOffer.offer);
      }),

    /**
     * Removes the meal with this key from the menu. A meal of today becomes sold out instead. Succeeds for an unknown
     * key; returns `notFound` for a meal of another restaurant.
     */
    remove: (partner: PartnerCaller, key: string): Promise<Result<Record<string, never>, 'notFound'>> =>
      database.write(async (tx) => {
        const { offered: before, feedEntry, ownEntry, anyEntry } = await findHolders(tx.knex, key, partner);
        // A sold-out dish of this partner stays sold out, even if another restaurant now uses its key.
        if (!isOwn(partner, before ?? feedEntry ?? anyEntry) && ownEntry === null) return err('notFound');
        if (before === null || !isOwn(partner, before)) return ok({});
        const soldOut =
          before.stored.offer.date === today() ? { stored: before.stored, soldOutSince: clock.now() } : null;
        await createCatalogRepository(tx.knex).deleteOffers([key]);
        if (soldOut !== null) await createSoldOutRepository(tx.knex).put(soldOut);
        record(tx, before, soldOut);
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
        (await hasPlace(knex, partner, restaurantKey))
          ? ok(await readCounterMenu(knex, restaurantKey, day))
          : err('notFound'),
      ),
  };
};

/** Service by which partners change single meals. */
export type MealService = ReturnType<typeof createMealService>;
