import { err, ok } from '@mahlzeit/contract';
import type { Coordinate, MealType, NearbyRequest, Offer, PrerenderRequest, Restaurant, RestaurantSummary, RestTimeType, Result, Tag, VatType } from '@mahlzeit/contract';
import { berlinDay, distanceMeters, isOpenAt, isPremium, NEARBY_PAGE_SIZE, NEARBY_RADIUS, withDerivedFields } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import type { Clock, Database } from '../../platform';
import { choosableTags, findAllTags, findMealTypes, findOffersOn, findRestTimeTypes, findTags, findVatRates, vatTypesOn } from './catalog-repository';
import type { DiscountReader, DiscountService } from './promotion-service';
import { compareRanked, findNearest, findRestaurant, findRestaurantByRoutingName, findRestaurantsById } from './restaurant-repository';
import type { OwnRestaurant, PlacedRestaurant } from './restaurant-repository';

/** What a restaurant is shown with beside its own fields. */
interface RestaurantSurroundings {
  /** Known tags by key; one that is gone is left out. */
  readonly tags: ReadonlyMap<string, Tag>;
  /** Today's, in the menu's order. */
  readonly offers: readonly Offer[];
  /** Distance from where the reader looks; null where no place was given. */
  readonly meters: number | null;
}

const firstImageOf = ({ media }: OwnRestaurant): string | null => {
  const image = media.find((item) => item.type === 'image');
  return image === undefined ? null : image.midSizeUrl;
};

// To the metre, which is more than the coordinates are worth.
const kilometres = (meters: number | null): number | null => (meters === null ? null : Math.round(meters) / 1000);

/** A restaurant as lists of search results have it. */
export const presentSummary = (own: OwnRestaurant, meters: number | null): RestaurantSummary => ({
  key: own.key,
  name: own.name,
  routingName: own.routingName,
  type: own.type,
  logo: own.logo,
  midSizeFirstImage: firstImageOf(own),
  tagIds: own.tagIds,
  address: own.address,
  location: own.location,
  hasPayment: own.hasPayment,
  initialDistanceKm: kilometres(meters),
  credit: own.credit ?? null,
});

/** A restaurant as the wire has it at `now`. */
export const presentRestaurant = (own: OwnRestaurant, { tags, offers, meters }: RestaurantSurroundings, now: number): Restaurant =>
  withDerivedFields(
    {
      ...own,
      midSizeFirstImage: firstImageOf(own),
      tags: own.tagIds.flatMap((key) => tags.get(key) ?? []),
      offers: [...offers],
      initialDistanceKm: kilometres(meters),
      credit: own.credit ?? null,
    },
    now,
  );

/** DESIGN §13.1: the list is the nearest so many, whatever the page. */
const CANDIDATES = 100;

type Find = (knex: Knex) => Promise<OwnRestaurant | null>;

const rankedNearby = async (knex: Knex, { location, radius }: NearbyRequest, now: number) => {
  const places = await findNearest(knex, { location, radius, limit: CANDIDATES });
  const byId = await findRestaurantsById(knex, places.map(({ id }) => id));
  return places
    .flatMap(({ id, meters }) => {
      const own = byId.get(id);
      return own === undefined ? [] : { own, meters, isOpenNow: isOpenAt(own, now), isPremium: isPremium(own, now) };
    })
    .sort(compareRanked);
};

const presentAll = async (knex: Knex, placed: readonly PlacedRestaurant[], now: number): Promise<Restaurant[]> => {
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
    async nearby(request: NearbyRequest): Promise<Restaurant[]> {
      const now = clock.now();
      const start = (request.page - 1) * request.pageSize;
      return database.read(async (knex) => {
        const ranked = await rankedNearby(knex, request, now);
        return presentAll(knex, ranked.slice(start, start + request.pageSize), now);
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

interface FirstListDeps {
  readonly clock: Clock;
  readonly discovery: Pick<DiscoveryService, 'nearby'>;
  readonly discounts: Pick<DiscountService, 'available'>;
}

// The page is the same for everybody until the scripts know who reads it.
const nobody: DiscountReader = { uid: '', isAnonymous: true };

/** What the list around a place begins with, as anybody gets it. */
export const createFirstList = ({ clock, discovery, discounts }: FirstListDeps) => async (at: Coordinate): Promise<PrerenderRequest> => ({
  now: clock.now(),
  restaurants: await discovery.nearby({ location: at, radius: NEARBY_RADIUS, page: 1, pageSize: NEARBY_PAGE_SIZE }),
  discounts: await discounts.available(nobody),
});
