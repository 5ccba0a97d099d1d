import { restaurantTopic } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, TopicItem, TopicSource, WriteTransaction } from '../../../platform';
import { createCatalogRepository } from '../menu';
import { createPromotionRepository, discountTopicItem } from '../promotions';
import { createRestaurantRepository, mayReadRestaurant, presentRestaurant } from '../restaurants';
import type { OwnRestaurant } from '../restaurants';

/**
 * Creates the live topic of one restaurant. The topic contains the restaurant (without offers and distance), its meals
 * of today and its public discounts.
 */
export const createRestaurantTopic = ({ clock }: { clock: Clock }): TopicSource => ({
  pattern: restaurantTopic(':key'),
  isForCounters: true,
  mayRead: mayReadRestaurant,
  async snapshot(_session, restaurantKey, knex): Promise<TopicItem[]> {
    const storedRestaurant = restaurantKey === null ? null : await createRestaurantRepository(knex).find(restaurantKey);
    if (storedRestaurant === null) return [];
    const now = clock.now();
    const catalogRepository = createCatalogRepository(knex);
    const tags = await catalogRepository.findTags(storedRestaurant.tagIds);
    const offers = await catalogRepository.findOffersOn(berlinDay(now), [storedRestaurant.key]);
    const restaurant = presentRestaurant(storedRestaurant, { tags, offers: [], meters: null }, now);
    const discounts = await createPromotionRepository(knex).findDiscountsOfPlace(storedRestaurant, now);
    return [
      { collection: 'restaurant', key: storedRestaurant.key, value: restaurant },
      ...(offers.get(storedRestaurant.key) ?? []).map((offer) => ({
        collection: 'meals',
        key: offer.key,
        value: offer,
      })),
      ...discounts.map((discount) => discountTopicItem(discount, false)),
    ];
  },
});

/** Records the present state of a restaurant in its live topic. */
export const recordPlace = async (tx: WriteTransaction, restaurant: OwnRestaurant, now: number): Promise<void> => {
  const value = presentRestaurant(
    restaurant,
    { tags: await createCatalogRepository(tx.knex).findTags(restaurant.tagIds), offers: [], meters: null },
    now,
  );
  tx.record(restaurantTopic(restaurant.key), { kind: 'put', collection: 'restaurant', key: restaurant.key, value });
};
