import { isDeepStrictEqual } from 'node:util';
import { err, ok, PLACES_ADDED, placesTopic, restaurantTopic } from '@mahlzeit/contract';
import type { Coordinate, PartnerRestaurant, Restaurant, Result } from '@mahlzeit/contract';
import { berlinDay, placeCell } from '@mahlzeit/contract/rules';
import type {
  Clock,
  Database,
  PartnerCaller,
  RouteError,
  TopicItem,
  TopicSource,
  WriteTransaction,
} from '../../../platform';
import { createCatalogRepository } from '../menu/catalog-repository';
import { mayActFor, mayChangeFields, mayReadPlaces, mayReadRestaurant } from '../restaurants/restaurant-policy';
import { presentRestaurant } from '../listing/listing-service';
import { createPromotionRepository } from '../promotions/promotion-repository';
import { discountItem, movedDiscountOps } from '../promotions/promotion-service';
import { createRestaurantRepository } from '../restaurants/restaurant-repository';
import type { OwnRestaurant } from '../restaurants/restaurant-repository';

/**
 * The live topic of one restaurant: itself without offers and distance, and today's meals and everybody's discounts
 * there.
 */
export const createRestaurantTopic = ({ clock }: { clock: Clock }): TopicSource => ({
  pattern: restaurantTopic(':key'),
  isForCounters: true,
  mayRead: mayReadRestaurant,
  async snapshot(_session, key, knex): Promise<TopicItem[]> {
    const own = key === null ? null : await createRestaurantRepository(knex).find(key);
    if (own === null) return [];
    const now = clock.now();
    const catalog = createCatalogRepository(knex);
    const tags = await catalog.findTags(own.tagIds);
    const offers = await catalog.findOffersOn(berlinDay(now), [own.key]);
    const restaurant = presentRestaurant(own, { tags, offers: [], meters: null }, now);
    const discounts = await createPromotionRepository(knex).findDiscountsOfPlace(own, now);
    return [
      { collection: 'restaurant', key: own.key, value: restaurant },
      ...(offers.get(own.key) ?? []).map((offer) => ({ collection: 'meals', key: offer.key, value: offer })),
      ...discounts.map((one) => discountItem(one, false)),
    ];
  },
});

/** The live topic of a cell's places: none of them, only that some were added. */
export const placesTopicSource: TopicSource = {
  pattern: placesTopic(':cell'),
  mayRead: mayReadPlaces,
  // Whoever begins to listen has just asked for the places.
  snapshot: async () => [],
};

/** Tells who looks at the lists around that there are new places; once for each cell, however many they are. */
export const recordNewPlaces = (tx: WriteTransaction, at: readonly Coordinate[], now: number): void => {
  for (const cell of new Set(at.map(placeCell)))
    tx.record(placesTopic(cell), { kind: 'put', collection: 'places', key: PLACES_ADDED, value: { at: now } });
};

const routingNameTaken: RouteError = {
  code: 'invalidRequest',
  details: { issues: [{ path: 'routingName', rule: 'taken' }] },
};

const changed = (before: OwnRestaurant, { routingName, ...changes }: PartnerRestaurant): OwnRestaurant => {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { ...before, ...given, routingName: routingName ?? before.routingName };
};

/** Changes of restaurants by their own systems, each of them live. */
export const createRestaurantService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const record = async (
    tx: WriteTransaction,
    { before, after, shown }: { before: OwnRestaurant; after: OwnRestaurant; shown: Restaurant },
  ): Promise<void> => {
    const topic = restaurantTopic(after.key);
    tx.record(topic, { kind: 'put', collection: 'restaurant', key: after.key, value: { ...shown, offers: [] } });
    if (before.companyId === after.companyId) return;
    // A company's discounts come and go with the company.
    const now = clock.now();
    const promotions = createPromotionRepository(tx.knex);
    const [had, has] = [
      await promotions.findDiscountsOfPlace(before, now),
      await promotions.findDiscountsOfPlace(after, now),
    ];
    for (const op of movedDiscountOps(had, has)) tx.record(topic, op);
  };

  const show = async (tx: WriteTransaction, own: OwnRestaurant): Promise<Restaurant> => {
    const now = clock.now();
    const catalog = createCatalogRepository(tx.knex);
    const offers = await catalog.findOffersOn(berlinDay(now), [own.key]);
    return presentRestaurant(
      own,
      { tags: await catalog.findTags(own.tagIds), offers: offers.get(own.key) ?? [], meters: null },
      now,
    );
  };

  return {
    /**
     * Replaces the fields that are given; `notFound` where there is no such restaurant or it is another's, `notAllowed`
     * where a field isn't the restaurant's to change, an error where its new name in addresses is another's.
     */
    change: (
      partner: PartnerCaller,
      key: string,
      changes: PartnerRestaurant,
    ): Promise<Result<Restaurant, RouteError | 'notFound' | 'notAllowed'>> =>
      database.write(async (tx) => {
        if (!mayActFor(partner, key)) return err('notFound');
        if (!mayChangeFields(partner, changes)) return err('notAllowed');
        const restaurants = createRestaurantRepository(tx.knex);
        const before = await restaurants.find(key);
        if (before === null) return err('notFound');
        const after = changed(before, changes);
        if (after.routingName !== before.routingName && (await restaurants.isRoutingNameTaken(after.routingName)))
          return err(routingNameTaken);
        const shown = await show(tx, after);
        if (isDeepStrictEqual(before, after)) return ok(shown);
        await restaurants.update(after);
        await record(tx, { before, after, shown });
        return ok(shown);
      }),
  };
};

/** Changes of restaurants by their own systems. */
export type RestaurantService = ReturnType<typeof createRestaurantService>;
