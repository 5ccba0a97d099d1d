import type { Day, MealType } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { readSetting, writeSetting, type Clock, type Database, type Worker, type WriteTransaction } from '../../../platform';
import { findMealTypes } from '../dictionary-repository';
import { discountOps } from '../discount-change-rules';
import { deleteDiscount, findDiscount, findRestaurantsOfCompany, putDiscount } from '../discount-repository';
import type { StoredDiscount } from '../discount-row';
import { offerOfDish } from '../import/menu-import-rules';
import { recordPlace } from '../import/place-import';
import { mealOps } from '../meal-change-rules';
import type { StoredOffer } from '../offer-repository';
import { updateRestaurant } from '../restaurant-repository';
import { planRenewal, renewedPlace, type LaidDays, type RenewalPlan } from './renewal-rules';
import type { World, WorldPlace } from './world';
import { addMissingOffers, addMissingTowns, addTeasers, addWorldPlaces, findWorldPlaces, removeOffersOutside } from './world-repository';

const EVERY_MS = 30_000;

const laidSetting = ({ name }: World): string => `laidDays:${name}`;

const Laid = z.object({ from: z.iso.date(), until: z.iso.date() });

const readLaid = async (tx: WriteTransaction, world: World): Promise<LaidDays | null> => {
  const kept = await readSetting(tx.knex, laidSetting(world));
  return kept === null ? null : z.parse(Laid, JSON.parse(kept));
};

interface Keeping {
  readonly tx: WriteTransaction;
  readonly world: World;
  readonly now: number;
}

interface MenuTable {
  readonly places: readonly WorldPlace[];
  readonly days: readonly Day[];
  readonly types: readonly MealType[];
}

const offersOf = (world: World, { places, days, types }: MenuTable): StoredOffer[] => {
  const byName = new Map(types.map((type) => [type.baseName, type]));
  return places.flatMap((place) => days.flatMap((day) => world.menuOf(place, day)).flatMap((dish) => {
    const type = byName.get(dish.mealType);
    return type === undefined ? [] : offerOfDish(dish, type, { restaurantKey: place.own.key, source: world.name });
  }));
};

const layMenus = async ({ tx, world, now }: Keeping, places: readonly WorldPlace[], { newDays, laid }: RenewalPlan): Promise<void> => {
  await removeOffersOutside(tx.knex, world.name, laid);
  const offers = offersOf(world, { places, days: newDays, types: await findMealTypes(tx.knex) });
  await addMissingOffers(tx.knex, offers);
  const today = berlinDay(now);
  for (const offer of offers) for (const { topic, op } of mealOps(null, offer, today)) tx.record(topic, op);
};

const recordDiscount = async ({ tx, now }: Keeping, stored: StoredDiscount): Promise<void> => {
  const { companyRef, restaurantRef } = stored.own;
  const ofCompany = companyRef === null ? [] : await findRestaurantsOfCompany(tx.knex, companyRef);
  const restaurantKeys = restaurantRef === null ? ofCompany : [restaurantRef];
  for (const { topic, op } of discountOps(null, { stored, restaurantKeys, usedBy: new Set() }, now)) tx.record(topic, op);
};

const layDiscounts = async (keeping: Keeping, before: LaidDays | null): Promise<void> => {
  const { tx, world, now } = keeping;
  const known = new Map((before === null ? [] : world.discountsOn(before.from)).map((one) => [one.own.key, one]));
  for (const { own } of known.values()) if (own.end <= now) await deleteDiscount(tx.knex, own.key);
  for (const stored of world.discountsOn(berlinDay(now))) {
    // What was laid before and is not there any more was taken away by somebody.
    if (known.has(stored.own.key) || (await findDiscount(tx.knex, stored.own.key)) !== null) continue;
    await putDiscount(tx.knex, stored);
    await recordDiscount(keeping, stored);
  }
};

const movePlaces = async ({ tx, world, now }: Keeping, { from, until }: { readonly from: Day; readonly until: Day }): Promise<void> => {
  const laid = new Map(world.placesOn(from).map(({ own }) => [own.key, own]));
  const current = await findWorldPlaces(tx.knex, world.name);
  for (const { own: wanted } of world.placesOn(until)) {
    const [is, was] = [current.get(wanted.key), laid.get(wanted.key)];
    const renewed = is === undefined || was === undefined ? null : renewedPlace(is, was, wanted);
    if (renewed === null) continue;
    await updateRestaurant(tx.knex, renewed);
    await recordPlace(tx, renewed, now);
  }
};

const bringUpToDate = async (keeping: Keeping, before: LaidDays | null): Promise<void> => {
  const { tx, world, now } = keeping;
  const today = berlinDay(now);
  const plan = planRenewal(before, today, world.menuDays);
  if (before !== null) await movePlaces(keeping, { from: before.from, until: today });
  await layMenus(keeping, world.placesOn(today), plan);
  await layDiscounts(keeping, before);
  await writeSetting(tx.knex, laidSetting(world), JSON.stringify(plan.laid));
};

// Nobody listens to a database that is only just being made.
const silently = ({ knex }: WriteTransaction): WriteTransaction => ({ knex, record: () => undefined });

/** Fills a new database with a world as it is at `now`. */
export const foundWorld = async (tx: WriteTransaction, world: World, now: number): Promise<void> => {
  await addMissingTowns(tx.knex, world.towns);
  await addWorldPlaces(tx.knex, world.name, world.placesOn(berlinDay(now)));
  await addTeasers(tx.knex, world.teasers);
  await bringUpToDate({ tx: silently(tx), world, now }, null);
};

/** Lays what is missing of a world at `now`: the days since the last time and ahead; a database that has another world is left alone. */
export const renewWorld = async (tx: WriteTransaction, world: World, now: number): Promise<void> => {
  const before = await readLaid(tx, world);
  if (before !== null && before.from !== berlinDay(now)) await bringUpToDate({ tx, world, now }, before);
};

/** Keeps a world fresh: soon after each midnight, and wherever else the clock has gone to. */
export const createWorldKeeper = ({ database, clock, world }: { database: Database; clock: Clock; world: World }): Worker => {
  let renewedOn: Day | null = null;
  return {
    name: `world-${world.name}`,
    everyMs: EVERY_MS,
    async run() {
      const today = berlinDay(clock.now());
      if (today === renewedOn) return;
      await database.write((tx) => renewWorld(tx, world, clock.now()));
      renewedOn = today;
    },
  };
};
