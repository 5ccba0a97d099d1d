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

const applyRestaurantChanges = (
  previousRestaurant: OwnRestaurant,
  { routingName, ...changes }: PartnerRestaurant,
): OwnRestaurant => {
  const nonEmptyChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { ...previousRestaurant, ...nonEmptyChanges, routingName: routingName ?? previousRestaurant.routingName };
};

/**
 * Creates the service by which partners change a restaurant through the partner API. Each change of a restaurant is
 * recorded in the live topics.
 */
export const createPartnerRestaurantService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const recordRestaurantChange = async (
    tx: WriteTransaction,
    { before, after, presented }: { before: OwnRestaurant; after: OwnRestaurant; presented: Restaurant },
  ): Promise<void> => {
    const restaurantTopicName = restaurantTopic(after.key);
    tx.record(restaurantTopicName, {
      kind: 'put',
      collection: 'restaurant',
      key: after.key,
      value: { ...presented, offers: [] },
    });
    if (before.companyId === after.companyId) return;
    // Updates the restaurant's discounts: after a change of its company, it has the discounts of the new company.
    const now = clock.now();
    const promotionRepository = createPromotionRepository(tx.knex);
    const [previousDiscounts, currentDiscounts] = [
      await promotionRepository.findDiscountsOfPlace(before, now),
      await promotionRepository.findDiscountsOfPlace(after, now),
    ];
    for (const discountOp of movedDiscountOps(previousDiscounts, currentDiscounts))
      tx.record(restaurantTopicName, discountOp);
  };

  const presentStoredRestaurant = async (tx: WriteTransaction, restaurant: OwnRestaurant): Promise<Restaurant> => {
    const now = clock.now();
    const catalogRepository = createCatalogRepository(tx.knex);
    const offersToday = await catalogRepository.findOffersOn(berlinDay(now), [restaurant.key]);
    return presentRestaurant(
      restaurant,
      {
        tags: await catalogRepository.findTags(restaurant.tagIds),
        offers: offersToday.get(restaurant.key) ?? [],
        meters: null,
      },
      now,
    );
  };

  return {
    /**
     * Replaces the fields of a restaurant that the request contains. Fails with `notFound` for an unknown restaurant
     * and for a restaurant of another partner, with `notAllowed` for a field that a restaurant may not change itself,
     * and with a further error for a routing name that is already taken.
     */
    change: (
      partner: PartnerCaller,
      restaurantKey: string,
      requestedChanges: PartnerRestaurant,
    ): Promise<Result<Restaurant, RouteError | 'notFound' | 'notAllowed'>> =>
      database.write(async (tx) => {
        if (!mayActFor(partner, restaurantKey)) return err('notFound');
        if (!mayChangeFields(partner, requestedChanges)) return err('notAllowed');
        const restaurantRepository = createRestaurantRepository(tx.knex);
        const storedRestaurant = await restaurantRepository.find(restaurantKey);
        if (storedRestaurant === null) return err('notFound');
        const updatedRestaurant = applyRestaurantChanges(storedRestaurant, requestedChanges);
        if (
          updatedRestaurant.routingName !== storedRestaurant.routingName &&
          (await restaurantRepository.isRoutingNameTaken(updatedRestaurant.routingName))
        )
          return err(routingNameTakenError);
        const presentedRestaurant = await presentStoredRestaurant(tx, updatedRestaurant);
        if (isDeepStrictEqual(storedRestaurant, updatedRestaurant)) return ok(presentedRestaurant);
        await restaurantRepository.update(updatedRestaurant);
        await recordRestaurantChange(tx, {
          before: storedRestaurant,
          after: updatedRestaurant,
          presented: presentedRestaurant,
        });
        return ok(presentedRestaurant);
      }),
  };
};

/** Service by which partners change a restaurant through the partner API. */
export type PartnerRestaurantService = ReturnType<typeof createPartnerRestaurantService>;
