import { err, ok } from '@mahlzeit/contract';
import type {
  Coordinate,
  MealType,
  NearbyRequest,
  Offer,
  PrerenderRequest,
  Restaurant,
  RestaurantSummary,
  RestTimeType,
  Result,
  StartPlace,
  Tag,
  VatType,
} from '@mahlzeit/contract';
import {
  berlinDay,
  chooseTeaser,
  distanceMeters,
  inListOrder,
  NEARBY_PAGE_SIZE,
  NEARBY_RADIUS,
  rankOf,
  withDerivedFields,
} from '@mahlzeit/contract/rules';
import type { Clock, Connection, Database } from '../../../platform';
import { choosableTags, createCatalogRepository, vatTypesOn } from '../menu/catalog-repository';
import type { DiscountReader } from '../restaurants/restaurant-policy';
import { createPromotionRepository } from '../promotions/promotion-repository';
import type { DiscountService } from '../promotions/promotion-service';
import { createRestaurantRepository } from '../restaurants/restaurant-repository';
import type { OwnRestaurant, PlacedRestaurant, RestaurantRepository } from '../restaurants/restaurant-repository';

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

/**
 * The restaurants of these keys as a card shows them, by key; one that is not listed any more is missing. At most some
 * hundred keys.
 */
export const findSummaries = async (
  knex: Connection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RestaurantSummary>> => {
  const found = keys.length === 0 ? [] : await createRestaurantRepository(knex).findAll([...new Set(keys)]);
  return new Map(found.map((own) => [own.key, presentSummary(own, null)]));
};

/** The same with those that are not listed any more: what was agreed on goes on. None is missing that ever was. */
export const findKnownSummaries = async (
  knex: Connection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RestaurantSummary>> => {
  const found = keys.length === 0 ? [] : await createRestaurantRepository(knex).findAllKnown([...new Set(keys)]);
  return new Map(found.map((own) => [own.key, presentSummary(own, null)]));
};

/** A restaurant as the wire has it at `now`. */
export const presentRestaurant = (
  own: OwnRestaurant,
  { tags, offers, meters }: RestaurantSurroundings,
  now: number,
): Restaurant =>
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

type Find = (restaurants: RestaurantRepository) => Promise<OwnRestaurant | null>;

// The page begins with the lunch list, and orders any other list itself. Which of them have lunch isn't asked: who has
// none isn't in that list.
const rankedNearby = async (restaurants: RestaurantRepository, { location, radius }: NearbyRequest, now: number) => {
  const places = await restaurants.findNearest({ location, radius, limit: CANDIDATES });
  const byId = await restaurants.findById(places.map(({ id }) => id));
  const placed = places.flatMap(({ id, meters }) => {
    const own = byId.get(id);
    return own === undefined ? [] : { own, meters };
  });
  return inListOrder(placed, ({ own, meters }) => rankOf(own, { meters, now, list: 'lunch' }));
};

const presentAll = async (
  knex: Connection,
  placed: readonly PlacedRestaurant[],
  now: number,
): Promise<Restaurant[]> => {
  const catalog = createCatalogRepository(knex);
  const tags = await catalog.findTags(placed.flatMap(({ own }) => own.tagIds));
  const offers = await catalog.findOffersOn(
    berlinDay(now),
    placed.map(({ own }) => own.key),
  );
  return placed.map(({ own, meters }) =>
    presentRestaurant(own, { tags, offers: offers.get(own.key) ?? [], meters }, now),
  );
};

/** The reads of discovery. */
export const createDiscoveryService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const catalog = () => createCatalogRepository(database.knex);

  const readOne = (find: Find, from: Coordinate | null): Promise<Result<Restaurant, 'notFound'>> =>
    database.read(async (knex) => {
      const own = await find(createRestaurantRepository(knex));
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
        const ranked = await rankedNearby(createRestaurantRepository(knex), request, now);
        return presentAll(knex, ranked.slice(start, start + request.pageSize), now);
      });
    },

    /** One restaurant, partner or not, with its distance from a place where one is given. */
    byKey: (key: string, from: Coordinate | null) => readOne((restaurants) => restaurants.find(key), from),

    /** The same of one that may have been taken off the list: what was paid there is still its own business. */
    byKnownKey: (key: string) =>
      readOne(async (restaurants) => (await restaurants.findAllKnown([key]))[0] ?? null, null),

    /** One that is listed, by its name in addresses. */
    byRoutingName: (routingName: string, from: Coordinate | null) =>
      readOne((restaurants) => restaurants.findByRoutingName(routingName), from),

    /** All meal types by `order`. */
    mealTypes: (): Promise<MealType[]> => catalog().findMealTypes(),

    /** The tags to choose restaurants by, the most popular first. */
    tags: async (): Promise<Tag[]> => choosableTags(await catalog().findAllTags()),

    /** All reasons of closures. */
    restTimeTypes: (): Promise<RestTimeType[]> => catalog().findRestTimeTypes(),

    /** The rates of today. */
    vatTypes: async (): Promise<VatType[]> => vatTypesOn(await catalog().findVatRates(), berlinDay(clock.now())),
  };
};

/** The reads of discovery. */
export type DiscoveryService = ReturnType<typeof createDiscoveryService>;

interface FirstListDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly discovery: Pick<DiscoveryService, 'nearby'>;
  readonly discounts: Pick<DiscountService, 'available'>;
}

// The page is the same for everybody until the scripts know who reads it.
const nobody: DiscountReader = { uid: '', isAnonymous: true };

/** What the list around a place begins with, as anybody gets it. */
export const createFirstList =
  ({ database, clock, discovery, discounts }: FirstListDeps) =>
  async (start: StartPlace): Promise<PrerenderRequest> => ({
    now: clock.now(),
    restaurants: await discovery.nearby({
      location: start.coordinate,
      radius: NEARBY_RADIUS,
      page: 1,
      pageSize: NEARBY_PAGE_SIZE,
    }),
    discounts: await discounts.available(nobody),
    teaser: chooseTeaser(await database.read((knex) => createPromotionRepository(knex).findTeasers()), {
      now: clock.now(),
      around: start.coordinate,
    }),
    start,
  });
