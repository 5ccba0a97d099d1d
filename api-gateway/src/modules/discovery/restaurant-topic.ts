import { restaurantTopic } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, TopicItem, TopicSource } from '../../platform';
import { findDiscountsOfPlace } from './discount-repository';
import { findTags } from './dictionary-repository';
import { findOffersOn } from './offer-repository';
import { discountItem } from './promotion-topics';
import { presentRestaurant } from './restaurant-presenter';
import { findRestaurant, restaurantExists } from './restaurant-repository';

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
