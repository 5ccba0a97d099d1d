import { restaurantTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { useMemo } from 'react';
import { useNow, useTopic } from '../screen/use-shell-state';
import { withLiveRestaurant } from './live-restaurant';

/** A restaurant kept fresh while `isFollowed`: by its topic and by the server's clock. One that is not there yet stays so. */
export const useLiveRestaurant = <Held extends Restaurant | undefined>(held: Held, isFollowed: boolean): Held | Restaurant => {
  const view = useTopic(isFollowed && held !== undefined ? restaurantTopic(held.key) : null);
  const now = useNow();
  return useMemo(() => (held === undefined ? held : withLiveRestaurant(held, view, now)), [held, view, now]);
};
