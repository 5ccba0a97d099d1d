import type { Day, MealType } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { createSeedStore, offerOfDish } from '../modules/discovery';
import type { SeedStore, StoredOffer } from '../modules/discovery';
import { seedOrders } from '../modules/ordering';
import { seedInvitations } from '../modules/invitations';
import { readSetting, writeSetting } from '../platform';
import type { Clock, Database, Worker, WriteTransaction } from '../platform';
import { planRenewal, renewedPlace } from './seed';
import type { SeededDays, RenewalPlan, Seed, SeedPlace } from './seed';

const seededDaysSetting = ({ name }: Seed): string => `laidDays:${name}`;

const SeededDaysSchema = z.object({ from: z.iso.date(), until: z.iso.date() });

const readSeededDays = async (tx: WriteTransaction, seed: Seed): Promise<SeededDays | null> => {
  const storedSetting = await readSetting(tx.knex, seededDaysSetting(seed));
  return storedSetting === null ? null : z.parse(SeededDaysSchema, JSON.parse(storedSetting));
};

interface SeedRun {
  readonly store: SeedStore;
  readonly seed: Seed;
  readonly now: number;
}

interface MenuScope {
  readonly places: readonly SeedPlace[];
  readonly days: readonly Day[];
  readonly types: readonly MealType[];
}

const storedOffersOf = (seed: Seed, { places, days, types }: MenuScope): StoredOffer[] => {
  const typeByName = new Map(types.map((type) => [type.baseName, type]));
  return places.flatMap((place) =>
    days
      .flatMap((day) => seed.menuOf(place, day))
      .flatMap((dishDraft) => {
        const mealType = typeByName.get(dishDraft.mealType);
        return mealType === undefined
          ? []
          : offerOfDish(dishDraft, mealType, { restaurantKey: place.restaurant.key, source: seed.name });
      }),
  );
};

const addMenus = async (
  { store, seed }: SeedRun,
  places: readonly SeedPlace[],
  { newDays, seededDays: plannedDays }: RenewalPlan,
): Promise<void> => {
  await store.removeOffersOutside(seed.name, plannedDays);
  const types = await store.findMealTypes();
  await store.addMissingOffers(storedOffersOf(seed, { places, days: newDays, types }));
};

const addDiscounts = async ({ store, seed, now }: SeedRun, previousDays: SeededDays | null): Promise<void> => {
  const previousDiscounts = new Map(
    (previousDays === null ? [] : seed.discountsOn(previousDays.from)).map((discount) => [
      discount.fields.key,
      discount,
    ]),
  );
  for (const { fields } of previousDiscounts.values())
    if (fields.end <= now) await store.removeEndedDiscount(fields.key);
  for (const discount of seed.discountsOn(berlinDay(now))) {
    const { key } = discount.fields;
    // Adds only discounts that are new since the last refresh. If an older one is missing, somebody has removed it.
    if (!previousDiscounts.has(key) && !(await store.hasDiscount(key))) await store.addDiscount(discount);
  }
};

const updatePlaces = async (
  { store, seed }: SeedRun,
  { from, until }: { readonly from: Day; readonly until: Day },
): Promise<void> => {
  const previousRestaurants = new Map(seed.placesOn(from).map(({ restaurant }) => [restaurant.key, restaurant]));
  const currentPlaces = await store.findPlaces(seed.name);
  for (const { restaurant } of seed.placesOn(until)) {
    const [storedPlace, previousPlace] = [currentPlaces.get(restaurant.key), previousRestaurants.get(restaurant.key)];
    const renewedFields =
      storedPlace === undefined || previousPlace === undefined
        ? null
        : renewedPlace(storedPlace, previousPlace, restaurant);
    if (renewedFields !== null) await store.updatePlace(renewedFields);
  }
};

const updateSeededData = async (
  tx: WriteTransaction,
  seedRun: SeedRun,
  previousDays: SeededDays | null,
): Promise<void> => {
  const { seed, now } = seedRun;
  const today = berlinDay(now);
  const renewalPlan = planRenewal(previousDays, today, seed.menuDays);
  if (previousDays !== null) await updatePlaces(seedRun, { from: previousDays.from, until: today });
  await addMenus(seedRun, seed.placesOn(today), renewalPlan);
  await addDiscounts(seedRun, previousDays);
  await writeSetting(tx.knex, seededDaysSetting(seed), JSON.stringify(renewalPlan.seededDays));
};

// Returns a transaction that writes nothing to the change log, because nobody follows the changes of a new database.
const withoutChangeLog = (tx: WriteTransaction): WriteTransaction => ({ ...tx, record: () => undefined });

/** Fills a new database with a seed's data of the time `now`. */
export const seedDatabase = async (tx: WriteTransaction, seed: Seed, now: number): Promise<void> => {
  const unloggedTx = withoutChangeLog(tx);
  const store = createSeedStore(unloggedTx, now);
  await store.addMissingTowns(seed.towns);
  await store.addPlaces(seed.name, seed.placesOn(berlinDay(now)));
  await store.addTeasers(seed.teasers);
  await updateSeededData(unloggedTx, { store, seed, now }, null);
};

const addLunchData = async (tx: WriteTransaction, seed: Seed, { now, after }: { now: number; after: Day | null }) => {
  await seedInvitations(tx, seed.invitationsAt(now, after));
  await seedOrders(tx, seed.ordersAt(now, after));
};

/** Adds the invitations and orders of a seed to a new database, after its users were added. */
export const seedLunchData = (tx: WriteTransaction, seed: Seed, now: number): Promise<void> =>
  addLunchData(withoutChangeLog(tx), seed, { now, after: null });

/**
 * Adds a seed's data of the days since the last refresh, and of the days after `now`. A database with another seed
 * stays unchanged.
 */
export const refreshSeed = async (tx: WriteTransaction, seed: Seed, now: number): Promise<void> => {
  const previousDays = await readSeededDays(tx, seed);
  if (previousDays === null || previousDays.from === berlinDay(now)) return;
  await updateSeededData(tx, { store: createSeedStore(tx, now), seed, now }, previousDays);
  await addLunchData(tx, seed, { now, after: previousDays.from });
};

const POLL_INTERVAL_MS = 30_000;

/** Creates the worker that refreshes a seed's data after midnight, and after the clock was moved to another day. */
export const createSeedRefresher = ({
  database,
  clock,
  seed,
}: {
  database: Database;
  clock: Clock;
  seed: Seed;
}): Worker => {
  let lastRefreshedDay: Day | null = null;
  return {
    name: `seed-${seed.name}`,
    everyMs: POLL_INTERVAL_MS,
    async run() {
      const today = berlinDay(clock.now());
      if (today === lastRefreshedDay) return;
      await database.write((tx) => refreshSeed(tx, seed, clock.now()));
      lastRefreshedDay = today;
    },
  };
};
