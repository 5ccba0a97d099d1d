import { isDeepStrictEqual } from 'node:util';
import { err, ok, restaurantTopic } from '@mahlzeit/contract';
import type { PartnerRestaurant, Restaurant, Result } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, Database, PartnerCaller, RouteError, WriteTransaction } from '../../../platform';
import { createCatalogRepository } from '../menu';
import { createPromotionRepository, movedDiscountOps } from '../promotions';
import { createRestaurantRepository, mayActFor, mayChangeFields, presentRestaurant } from '../restaurants';
import type { OwnRestaurant } from '../restaurants';

const routingNameTakenError: RouteError = {
  code: 'invalidRequest',
  details: { issues: [{ path: 'routingName', rule: 'taken' }] },
};

const changedRestaurant = (
  restaurantBefore: OwnRestaurant,
  { routingName, ...changes }: PartnerRestaurant,
): OwnRestaurant => {
  const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { ...restaurantBefore, ...definedChanges, routingName: routingName ?? restaurantBefore.routingName };
};

/**
 * Creates the service by which a restaurant's own system changes the restaurant. Each change is recorded in the live
 * topics.
 */
export const createPartnerRestaurantService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const recordRestaurantChange = async (
    tx: WriteTransaction,
    { before, after, presented }: { before: OwnRestaurant; after: OwnRestaurant; presented: Restaurant },
  ): Promise<void> => {
    const topic = restaurantTopic(after.key);
    tx.record(topic, { kind: 'put', collection: 'restaurant', key: after.key, value: { ...presented, offers: [] } });
    if (before.companyId === after.companyId) return;
    // After a change of the company, the restaurant has the discounts of the new company.
    const now = clock.now();
    const promotions = createPromotionRepository(tx.knex);
    const [discountsBefore, discountsAfter] = [
      await promotions.findDiscountsOfPlace(before, now),
      await promotions.findDiscountsOfPlace(after, now),
    ];
    for (const op of movedDiscountOps(discountsBefore, discountsAfter)) tx.record(topic, op);
  };

  const presentStoredRestaurant = async (tx: WriteTransaction, restaurant: OwnRestaurant): Promise<Restaurant> => {
    const now = clock.now();
    const catalog = createCatalogRepository(tx.knex);
    const offers = await catalog.findOffersOn(berlinDay(now), [restaurant.key]);
    return presentRestaurant(
      restaurant,
      { tags: await catalog.findTags(restaurant.tagIds), offers: offers.get(restaurant.key) ?? [], meters: null },
      now,
    );
  };

  return {
    /**
     * Replaces the fields that the request contains. Returns `notFound` for an unknown restaurant and for a restaurant
     * of another partner, `notAllowed` for a field that a restaurant may not change itself, and an error for a routing
     * name that is already taken.
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
        const after = changedRestaurant(before, changes);
        if (after.routingName !== before.routingName && (await restaurants.isRoutingNameTaken(after.routingName)))
          return err(routingNameTakenError);
        const presented = await presentStoredRestaurant(tx, after);
        if (isDeepStrictEqual(before, after)) return ok(presented);
        await restaurants.update(after);
        await recordRestaurantChange(tx, { before, after, presented });
        return ok(presented);
      }),
  };
};

/** Service by which a restaurant's own system changes the restaurant. */
export type PartnerRestaurantService = ReturnType<typeof createPartnerRestaurantService>;
