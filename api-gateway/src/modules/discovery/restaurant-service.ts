import { isDeepStrictEqual } from 'node:util';
import { err, ok, restaurantTopic } from '@mahlzeit/contract';
import type { PartnerRestaurant, Restaurant, Result } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, Database, RouteError, TopicItem, TopicSource, WriteTransaction } from '../../platform';
import { findOffersOn, findTags } from './catalog-repository';
import { presentRestaurant } from './discovery-service';
import { findDiscountsOfPlace } from './promotion-repository';
import { discountItem, movedDiscountOps } from './promotion-service';
import { findRestaurant, isRoutingNameTaken, restaurantExists, updateRestaurant } from './restaurant-repository';
import type { OwnRestaurant } from './restaurant-repository';

/** The live topic of one restaurant: itself without offers and distance, and today's meals and everybody's discounts there. */
export const createRestaurantTopic = ({ clock }: { clock: Clock }): TopicSource => ({
  pattern: restaurantTopic(':key'),
  mayRead: async (_session, key, knex) => key !== null && (await restaurantExists(knex, key)),
  async snapshot(_session, key, knex): Promise<TopicItem[]> {
    const own = key === null ? null : await findRestaurant(knex, key);
    if (own === null) return [];
    const now = clock.now();
    const tags = await findTags(knex, own.tagIds);
    const offers = await findOffersOn(knex, berlinDay(now), [own.key]);
    const restaurant = presentRestaurant(own, { tags, offers: [], meters: null }, now);
    const discounts = await findDiscountsOfPlace(knex, own, now);
    return [
      { collection: 'restaurant', key: own.key, value: restaurant },
      ...(offers.get(own.key) ?? []).map((offer) => ({ collection: 'meals', key: offer.key, value: offer })),
      ...discounts.map((one) => discountItem(one, false)),
    ];
  },
});

const routingNameTaken: RouteError = { code: 'invalidRequest', details: { issues: [{ path: 'routingName', rule: 'taken' }] } };

const changed = (before: OwnRestaurant, { routingName, ...changes }: PartnerRestaurant): OwnRestaurant => {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { ...before, ...given, routingName: routingName ?? before.routingName };
};

/** Changes of restaurants by their own systems, each of them live. */
export const createRestaurantService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const record = async (tx: WriteTransaction, { before, after, shown }: { before: OwnRestaurant; after: OwnRestaurant; shown: Restaurant }): Promise<void> => {
    const topic = restaurantTopic(after.key);
    tx.record(topic, { kind: 'put', collection: 'restaurant', key: after.key, value: { ...shown, offers: [] } });
    if (before.companyId === after.companyId) return;
    // A company's discounts come and go with the company.
    const now = clock.now();
    const [had, has] = [await findDiscountsOfPlace(tx.knex, before, now), await findDiscountsOfPlace(tx.knex, after, now)];
    for (const op of movedDiscountOps(had, has)) tx.record(topic, op);
  };

  const show = async (tx: WriteTransaction, own: OwnRestaurant): Promise<Restaurant> => {
    const now = clock.now();
    const offers = await findOffersOn(tx.knex, berlinDay(now), [own.key]);
    return presentRestaurant(own, { tags: await findTags(tx.knex, own.tagIds), offers: offers.get(own.key) ?? [], meters: null }, now);
  };

  return {
    /** Replaces the fields that are given; `notFound` where there is no such restaurant, an error where its new name in addresses is another's. */
    change: (key: string, changes: PartnerRestaurant): Promise<Result<Restaurant, RouteError | 'notFound'>> =>
      database.write(async (tx) => {
        const before = await findRestaurant(tx.knex, key);
        if (before === null) return err('notFound');
        const after = changed(before, changes);
        if (after.routingName !== before.routingName && (await isRoutingNameTaken(tx.knex, after.routingName))) return err(routingNameTaken);
        const shown = await show(tx, after);
        if (isDeepStrictEqual(before, after)) return ok(shown);
        await updateRestaurant(tx.knex, after);
        await record(tx, { before, after, shown });
        return ok(shown);
      }),
  };
};

/** Changes of restaurants by their own systems. */
export type RestaurantService = ReturnType<typeof createRestaurantService>;
