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

const isMenuEntryOn = (menuEntry: MenuEntry | null, menuDay: string): menuEntry is MenuEntry =>
  menuEntry?.stored.offer.date === menuDay;

const mealOnGuestMenu = (menuEntry: MenuEntry | null, todayInBerlin: string): MealOnMenu | null =>
  isMenuEntryOn(menuEntry, todayInBerlin) && menuEntry.soldOutSince === null
    ? {
        topic: restaurantTopic(menuEntry.stored.restaurantKey),
        key: menuEntry.stored.offer.key,
        value: menuEntry.stored.offer,
      }
    : null;

const mealOnCounterMenu = (menuEntry: MenuEntry | null, todayInBerlin: string): MealOnMenu | null =>
  isMenuEntryOn(menuEntry, todayInBerlin)
    ? {
        topic: partnerTopic(menuEntry.stored.restaurantKey),
        key: menuEntry.stored.offer.key,
        value: presentAtCounter(menuEntry),
      }
    : null;

const mealChangeOps = (
  collectionName: string,
  previousMeal: MealOnMenu | null,
  currentMeal: MealOnMenu | null,
): RecordedOp[] => [
  ...(previousMeal === null || (previousMeal.topic === currentMeal?.topic && previousMeal.key === currentMeal.key)
    ? []
    : [
        {
          topic: previousMeal.topic,
          op: { kind: 'del', collection: collectionName, key: previousMeal.key },
        } satisfies RecordedOp,
      ]),
  ...(currentMeal === null
    ? []
    : [
        {
          topic: currentMeal.topic,
          op: { kind: 'put', collection: collectionName, key: currentMeal.key, value: { ...currentMeal.value } },
        } satisfies RecordedOp,
      ]),
];

const computeMenuOps = (
  entryBefore: MenuEntry | null,
  entryAfter: MenuEntry | null,
  todayInBerlin: string,
): RecordedOp[] => [
  ...mealChangeOps('meals', mealOnGuestMenu(entryBefore, todayInBerlin), mealOnGuestMenu(entryAfter, todayInBerlin)),
  ...mealChangeOps(
    COUNTER_MENU_COLLECTION,
    mealOnCounterMenu(entryBefore, todayInBerlin),
    mealOnCounterMenu(entryAfter, todayInBerlin),
  ),
];

const availableEntryOf = (storedOffer: StoredOffer | null): MenuEntry | null =>
  storedOffer === null ? null : { stored: storedOffer, soldOutSince: null };

/**
 * Computes the live updates (ops) when a meal changes from `previousOffer` to `currentOffer` (null = no meal). They go
 * to the public topic `restaurant/{key}` and to the topic of the restaurant's partner console. Both topics contain only
 * dishes of today. A dish of another day is never added, and a dish that moves to another day or restaurant is removed.
 * At midnight no op is sent, so a subscriber still has yesterday's dishes and lacks today's. Old dishes are never
 * shown, because each offer has a date and `withDerivedFields` shows only offers of today. The page reloads at the
 * start of the day (S1§4) and gets a fresh snapshot.
 */
export const computeMealOps = (
  previousOffer: StoredOffer | null,
  currentOffer: StoredOffer | null,
  todayInBerlin: string,
): RecordedOp[] => computeMenuOps(availableEntryOf(previousOffer), availableEntryOf(currentOffer), todayInBerlin);

interface MealWithKey {
  readonly key: string;
  readonly meal: PartnerMeal;
  readonly baseName: string;
}

const offerOfMeal = ({ key, meal, baseName }: MealWithKey): Offer => ({
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

/** Dishes that have the same key: the offer on a menu, and sold-out dishes of different restaurants. */
interface EntriesByOrigin {
  /** The dish with this key on the menu of a restaurant; null if no menu has it. */
  readonly offeredEntry: MenuEntry | null;
  /**
   * Sold-out dish with this key, of the restaurant whose feed contains it; only a feed creates keys of this kind. Null
   * without one.
   */
  readonly feedEntry: MenuEntry | null;
  /** Sold-out dish with this key, of a restaurant for which this partner may act; null without one. */
  readonly ownEntry: MenuEntry | null;
  /** Sold-out dish with this key, of the first restaurant that has one; null without one. */
  readonly anyEntry: MenuEntry | null;
}

const findKeyEntries = async (knex: Connection, key: string, partner: PartnerCaller): Promise<EntriesByOrigin> => {
  const [storedOffer = null] = await createCatalogRepository(knex).findOffers([key]);
  const soldOutMeals = await createSoldOutRepository(knex).findAll(key);
  return {
    offeredEntry: availableEntryOf(storedOffer),
    feedEntry: soldOutMeals.find(({ stored }) => stored.source !== null) ?? null,
    ownEntry: soldOutMeals.find(({ stored }) => mayActFor(partner, stored.restaurantKey)) ?? null,
    anyEntry: soldOutMeals[0] ?? null,
  };
};

const isEntryOfPartner = (partner: PartnerCaller, menuEntry: MenuEntry | null): boolean =>
  menuEntry === null || mayActFor(partner, menuEntry.stored.restaurantKey);

/**
 * Finds the stored dish that the dish of the request replaces, and the key of the new dish; null if the key belongs to
 * another restaurant. A sold-out dish of another restaurant doesn't reserve its key. Otherwise somebody who guesses a
 * key could keep a dish off the menu for a day.
 */
const findReplacedEntry = (
  { offeredEntry, feedEntry, ownEntry }: EntriesByOrigin,
  partner: PartnerCaller,
  key: string,
): { readonly before: MenuEntry | null; readonly newKey: string } | null => {
  const currentEntry = offeredEntry ?? feedEntry;
  if (isEntryOfPartner(partner, currentEntry)) return { before: currentEntry ?? ownEntry, newKey: key };
  // The partner's dish is sold out, and meanwhile another restaurant uses its key. The dish therefore gets a new key.
  return ownEntry === null ? null : { before: ownEntry, newKey: randomKey() };
};

/**
 * Maximum number of dishes of a restaurant on one day. The limit applies to the restaurant's own token; the platform's
 * token has no limit.
 */
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

const isEntryOnMenuOfMeal = (menuEntry: MenuEntry | null, { restaurantId, date }: PartnerMeal): boolean =>
  isMenuEntryOn(menuEntry, date) && menuEntry.stored.restaurantKey === restaurantId;

const isSoldOut = (menuEntry: MenuEntry): menuEntry is SoldOutMeal => menuEntry.soldOutSince !== null;

/** Stores a dish either on the menu or among the sold-out dishes. */
const storeMenuEntry = async ({ knex }: WriteTransaction, menuEntry: MenuEntry): Promise<void> => {
  const catalogRepository = createCatalogRepository(knex);
  if (!isSoldOut(menuEntry)) return catalogRepository.putOffers([menuEntry.stored]);
  await catalogRepository.deleteOffers([menuEntry.stored.offer.key]);
  await createSoldOutRepository(knex).put(menuEntry);
};

/** Creates the service by which partners change single meals. Each change of a meal is recorded in the live topics. */
export const createMealService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const readTodayInBerlin = (): string => berlinDay(clock.now());
  const recordMenuOps = (tx: WriteTransaction, previousEntry: MenuEntry | null, newEntry: MenuEntry | null): void => {
    for (const { topic, op } of computeMenuOps(previousEntry, newEntry, readTodayInBerlin())) tx.record(topic, op);
  };

  return {
    /**
     * Creates the meal with this key, or replaces it. A sold-out meal returns to the menu unless `isSoldOut` is set. It
     * gets a new key if another restaurant now uses its key. Returns `notFound` for an unknown restaurant or meal type
     * and for a meal of another restaurant. Returns `listFull` if a restaurant's own token has reached its limit for
     * the day.
     */
    put: (
      partner: PartnerCaller,
      key: string,
      partnerMeal: PartnerMeal,
    ): Promise<Result<Offer, 'notFound' | 'listFull'>> =>
      database.write(async (tx) => {
        const mealType = await createCatalogRepository(tx.knex).findMealType(partnerMeal.typeKey);
        if (mealType === null || !(await isManagedRestaurant(tx.knex, partner, partnerMeal.restaurantId)))
          return err('notFound');
        const replacedEntry = findReplacedEntry(await findKeyEntries(tx.knex, key, partner), partner, key);
        if (replacedEntry === null) return err('notFound');
        const { before, newKey } = replacedEntry;
        if (!isEntryOnMenuOfMeal(before, partnerMeal) && !(await hasMealCapacity(tx.knex, partner, partnerMeal)))
          return err('listFull');
        const storedOffer: StoredOffer = {
          restaurantKey: partnerMeal.restaurantId,
          // A dish from a feed keeps its source, so that a later import can remove it.
          source: before?.stored.source ?? null,
          offer: offerOfMeal({ key: newKey, meal: partnerMeal, baseName: mealType.baseName }),
        };
        const changedEntry: MenuEntry = {
          stored: storedOffer,
          soldOutSince: partnerMeal.isSoldOut === true ? (before?.soldOutSince ?? clock.now()) : null,
        };
        for (const restaurantKey of new Set([
          partnerMeal.restaurantId,
          before?.stored.restaurantKey ?? partnerMeal.restaurantId,
        ]))
          await createSoldOutRepository(tx.knex).remove(restaurantKey, key);
        await storeMenuEntry(tx, changedEntry);
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
        // Keeps a sold-out dish of this partner as it is, even if another restaurant now uses its key.
        if (!isEntryOfPartner(partner, before ?? feedEntry ?? anyEntry) && ownEntry === null) return err('notFound');
        if (before === null || !isEntryOfPartner(partner, before)) return ok({});
        const soldOutMealsToday =
          before.stored.offer.date === readTodayInBerlin()
            ? { stored: before.stored, soldOutSince: clock.now() }
            : null;
        await createCatalogRepository(tx.knex).deleteOffers([key]);
        if (soldOutMealsToday !== null) await createSoldOutRepository(tx.knex).put(soldOutMealsToday);
        recordMenuOps(tx, before, soldOutMealsToday);
        return ok({});
      }),

    /**
     * Returns the menu of a day, including sold-out dishes, to its own restaurant; `notFound` for another restaurant.
     */
    menu: async (
      partner: PartnerCaller,
      restaurantKey: string,
      menuDay: string = readTodayInBerlin(),
    ): Promise<Result<PartnerOffer[], 'notFound'>> =>
      database.read(async (knex) =>
        (await isManagedRestaurant(knex, partner, restaurantKey))
          ? ok(await readCounterMenu(knex, restaurantKey, menuDay))
          : err('notFound'),
      ),
  };
};

/** Service by which partners put meals on the menu, remove meals and read the menu of a day. */
export type MealService = ReturnType<typeof createMealService>;
