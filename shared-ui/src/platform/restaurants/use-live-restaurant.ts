import { restaurantTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { useMemo } from 'react';
import { useNow, useTopic } from '../screen/use-shell-state';
import { withLiveRestaurant } from './live-restaurant';

/** A restaurant of a list kept fresh while `isFollowed`: by its topic and by the server's clock. */
export const useLiveRestaurant = (held: Restaurant, isFollowed: boolean): Restaurant => {
  const view = useTopic(isFollowed ? restaurantTopic(held.key) : null);
  const now = useNow();
  return useMemo(() => withLiveRestaurant(held, view, now), [held, view, now]);
};
