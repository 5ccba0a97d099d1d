import { err, ok, type Coordinate, type MealType, type RestTimeType, type Restaurant, type Result, type Tag, type VatType } from '@mahlzeit/contract';
import { berlinDay, distanceMeters, isOpenAt, isPremium } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import type { Clock, Database } from '../../platform';
import { findAllTags, findMealTypes, findRestTimeTypes, findTags, findVatRates } from './dictionary-repository';
import { choosableTags, vatTypesOn } from './dictionary-rules';
import { findNearest } from './near-repository';
import { compareRanked } from './near-rules';
import { findOffersOn } from './offer-repository';
import { presentRestaurant } from './restaurant-presenter';
import { findRestaurant, findRestaurantByRoutingName, findRestaurantsById } from './restaurant-repository';
import type { OwnRestaurant } from './restaurant-row';

/** DESIGN §13.1: the list is the nearest so many, whatever the page. */
const CANDIDATES = 100;

/** Where the list is around, how far, and which slice of it. */
export interface NearbyQuestion {
  readonly location: Coordinate;
  /** Metres. */
  readonly radius: number;
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: number;
}

interface Placed {
  readonly own: OwnRestaurant;
  readonly meters: number | null;
}

type Find = (knex: Knex) => Promise<OwnRestaurant | null>;

const rankedNearby = async (knex: Knex, { location, radius }: NearbyQuestion, now: number) => {
  const places = await findNearest(knex, { location, radius, limit: CANDIDATES });
  const byId = await findRestaurantsById(knex, places.map(({ id }) => id));
  return places
    .flatMap(({ id, meters }) => {
      const own = byId.get(id);
      return own === undefined ? [] : { own, meters, isOpenNow: isOpenAt(own, now), isPremium: isPremium(own, now) };
    })
    .sort(compareRanked);
};

const presentAll = async (knex: Knex, placed: readonly Placed[], now: number): Promise<Restaurant[]> => {
  const tags = await findTags(knex, placed.flatMap(({ own }) => own.tagIds));
  const offers = await findOffersOn(knex, berlinDay(now), placed.map(({ own }) => own.key));
  return placed.map(({ own, meters }) => presentRestaurant(own, { tags, offers: offers.get(own.key) ?? [], meters }, now));
};

/** The reads of discovery. */
export const createDiscoveryService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const readOne = (find: Find, from: Coordinate | null): Promise<Result<Restaurant, 'notFound'>> =>
    database.read(async (knex) => {
      const own = await find(knex);
      if (own === null) return err('notFound');
      const meters = from === null ? null : distanceMeters(from, own.location);
      const [restaurant] = await presentAll(knex, [{ own, meters }], clock.now());
      return restaurant === undefined ? err('notFound') : ok(restaurant);
    });

  return {
    /** One page of the partners around a place; empty beyond the last. */
    async nearby(question: NearbyQuestion): Promise<Restaurant[]> {
      const now = clock.now();
      const start = (question.page - 1) * question.pageSize;
      return database.read(async (knex) => {
        const ranked = await rankedNearby(knex, question, now);
        return presentAll(knex, ranked.slice(start, start + question.pageSize), now);
      });
    },

    /** One restaurant, partner or not, with its distance from a place where one is given. */
    byKey: (key: string, from: Coordinate | null) => readOne((knex) => findRestaurant(knex, key), from),

    /** The same by its name in addresses. */
    byRoutingName: (routingName: string, from: Coordinate | null) => readOne((knex) => findRestaurantByRoutingName(knex, routingName), from),

    /** All meal types by `order`. */
    mealTypes: (): Promise<MealType[]> => findMealTypes(database.knex),

    /** The tags to choose restaurants by, the most popular first. */
    tags: async (): Promise<Tag[]> => choosableTags(await findAllTags(database.knex)),

    /** All reasons of closures. */
    restTimeTypes: (): Promise<RestTimeType[]> => findRestTimeTypes(database.knex),

    /** The rates of today. */
    vatTypes: async (): Promise<VatType[]> => vatTypesOn(await findVatRates(database.knex), berlinDay(clock.now())),
  };
};

/** The reads of discovery. */
export type DiscoveryService = ReturnType<typeof createDiscoveryService>;
