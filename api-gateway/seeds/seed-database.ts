import type { Day, MealType } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import {
  createCatalogRepository,
  createPromotionRepository,
  createRestaurantRepository,
  discountOps,
  mealOps,
  offerOfDish,
  recordPlace,
} from '../src/modules/discovery';
import type { StoredDiscount, StoredOffer } from '../src/modules/discovery';
import { seedOrders } from '../src/modules/ordering';
import { seedInvitations } from '../src/modules/invitations';
import { readSetting, writeSetting } from '../src/platform';
import type { Clock, Database, Worker, WriteTransaction } from '../src/platform';
import { planRenewal, renewedPlace } from './seed';
import type { LaidDays, RenewalPlan, Seed, SeedPlace } from './seed';
import { createSeedRepository } from './seed-repository';

const laidSetting = ({ name }: Seed): string => `laidDays:${name}`;

const Laid = z.object({ from: z.iso.date(), until: z.iso.date() });

const readLaid = async (tx: WriteTransaction, seed: Seed): Promise<LaidDays | null> => {
  const stored = await readSetting(tx.knex, laidSetting(seed));
  return stored === null ? null : z.parse(Laid, JSON.parse(stored));
};

interface SeedRun {
  readonly tx: WriteTransaction;
  readonly seed: Seed;
  readonly now: number;
}

interface MenuTable {
  readonly places: readonly SeedPlace[];
  readonly days: readonly Day[];
  readonly types: readonly MealType[];
}

const offersOf = (seed: Seed, { places, days, types }: MenuTable): StoredOffer[] => {
  const byName = new Map(types.map((type) => [type.baseName, type]));
  return places.flatMap((place) =>
    days
      .flatMap((day) => seed.menuOf(place, day))
      .flatMap((dish) => {
        const type = byName.get(dish.mealType);
        return type === undefined ? [] : offerOfDish(dish, type, { restaurantKey: place.own.key, source: seed.name });
      }),
  );
};

const layMenus = async (
  { tx, seed, now }: SeedRun,
  places: readonly SeedPlace[],
  { newDays, laid }: RenewalPlan,
): Promise<void> => {
  const rows = createSeedRepository(tx.knex);
  await rows.removeOffersOutside(seed.name, laid);
  const offers = offersOf(seed, {
    places,
    days: newDays,
    types: await createCatalogRepository(tx.knex).findMealTypes(),
  });
  await rows.addMissingOffers(offers);
  const today = berlinDay(now);
  for (const offer of offers) for (const { topic, op } of mealOps(null, offer, today)) tx.record(topic, op);
};

const recordDiscount = async ({ tx, now }: SeedRun, stored: StoredDiscount): Promise<void> => {
  const { companyRef, restaurantRef } = stored.own;
  const ofCompany =
    companyRef === null ? [] : await createPromotionRepository(tx.knex).findRestaurantsOfCompany(companyRef);
  const restaurantKeys = restaurantRef === null ? ofCompany : [restaurantRef];
  for (const { topic, op } of discountOps(null, { stored, restaurantKeys, usedBy: new Set() }, now))
    tx.record(topic, op);
};

const layDiscounts = async (run: SeedRun, before: LaidDays | null): Promise<void> => {
  const { tx, seed, now } = run;
  const promotions = createPromotionRepository(tx.knex);
  const seededBefore = new Map((before === null ? [] : seed.discountsOn(before.from)).map((one) => [one.own.key, one]));
  for (const { own } of seededBefore.values()) if (own.end <= now) await promotions.deleteDiscount(own.key);
  for (const stored of seed.discountsOn(berlinDay(now))) {
    // A seeded row that is missing now was deleted by a user, so it is not added again.
    if (seededBefore.has(stored.own.key) || (await promotions.findDiscount(stored.own.key)) !== null) continue;
    await promotions.putDiscount(stored);
    await recordDiscount(run, stored);
  }
};

const movePlaces = async (
  { tx, seed, now }: SeedRun,
  { from, until }: { readonly from: Day; readonly until: Day },
): Promise<void> => {
  const laid = new Map(seed.placesOn(from).map(({ own }) => [own.key, own]));
  const current = await createSeedRepository(tx.knex).findPlaces(seed.name);
  for (const { own: seeded } of seed.placesOn(until)) {
    const [is, was] = [current.get(seeded.key), laid.get(seeded.key)];
    const renewed = is === undefined || was === undefined ? null : renewedPlace(is, was, seeded);
    if (renewed === null) continue;
    await createRestaurantRepository(tx.knex).update(renewed);
    await recordPlace(tx, renewed, now);
  }
};

const bringUpToDate = async (run: SeedRun, before: LaidDays | null): Promise<void> => {
  const { tx, seed, now } = run;
  const today = berlinDay(now);
  const plan = planRenewal(before, today, seed.menuDays);
  if (before !== null) await movePlaces(run, { from: before.from, until: today });
  await layMenus(run, seed.placesOn(today), plan);
  await layDiscounts(run, before);
  await writeSetting(tx.knex, laidSetting(seed), JSON.stringify(plan.laid));
};

// A new database has no subscribers yet.
const silently = (tx: WriteTransaction): WriteTransaction => ({ ...tx, record: () => undefined });

/** Fills a new database with a seed as of `now`. */
export const seedDatabase = async (tx: WriteTransaction, seed: Seed, now: number): Promise<void> => {
  const rows = createSeedRepository(tx.knex);
  await rows.addMissingTowns(seed.towns);
  await rows.addPlaces(seed.name, seed.placesOn(berlinDay(now)));
  await rows.addTeasers(seed.teasers);
  await bringUpToDate({ tx: silently(tx), seed, now }, null);
};

const layLunches = async ({ tx, seed, now }: SeedRun, after: Day | null): Promise<void> => {
  await seedInvitations(tx, seed.invitationsAt(now, after));
  await seedOrders(tx, seed.ordersAt(now, after));
};

/** Adds the invitations and orders of a seed to a new database that has its people. */
export const seedLunches = (tx: WriteTransaction, seed: Seed, now: number): Promise<void> =>
  layLunches({ tx: silently(tx), seed, now }, null);

/**
 * Adds missing parts of a seed as of `now`: days since the last refresh and days ahead. Ignores a database with another
 * seed.
 */
export const refreshSeed = async (tx: WriteTransaction, seed: Seed, now: number): Promise<void> => {
  const before = await readLaid(tx, seed);
  if (before === null || before.from === berlinDay(now)) return;
  await bringUpToDate({ tx, seed, now }, before);
  await layLunches({ tx, seed, now }, before.from);
};

const EVERY_MS = 30_000;

/** Creates the worker that refreshes a seed after each midnight and after each move of the clock. */
export const createSeedRefresher = ({
  database,
  clock,
  seed,
}: {
  database: Database;
  clock: Clock;
  seed: Seed;
}): Worker => {
  let renewedOn: Day | null = null;
  return {
    name: `seed-${seed.name}`,
    everyMs: EVERY_MS,
    async run() {
      const today = berlinDay(clock.now());
      if (today === renewedOn) return;
      await database.write((tx) => refreshSeed(tx, seed, clock.now()));
      renewedOn = today;
    },
  };
};
