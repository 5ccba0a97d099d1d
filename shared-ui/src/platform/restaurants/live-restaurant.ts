import { Offer, Restaurant } from '@mahlzeit/contract';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { liveItems } from '../live/live-items';
import type { TopicView } from '../live/live-client';

const restaurantsOf = liveItems('restaurant', Restaurant);
const mealsOf = liveItems('meals', Offer);

/** A restaurant as its topic has it at `now`; the distance is the reader's own and stays. */
export const withLiveRestaurant = (held: Restaurant, view: TopicView, now: number): Restaurant => {
  const [current] = restaurantsOf(view);
  if (current === undefined) return withDerivedFields(held, now);
  return withDerivedFields({ ...current, initialDistanceKm: held.initialDistanceKm, offers: mealsOf(view) }, now);
};
