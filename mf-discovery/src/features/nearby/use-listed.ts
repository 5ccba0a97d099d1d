import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { skipToken, useSelector } from '@mahlzeit/shared-ui/platform';
import { nearbyApi } from './nearby-api';
import { joinPages } from './nearby-rules';
import { useSearchArea } from './use-reach';

/** What the list around a place holds of a restaurant, without asking for it; null where it isn't in there. */
export const useListed = (around: Coordinate | null, routingName: string): Restaurant | null => {
  const select = nearbyApi.endpoints.nearby.select(useSearchArea(around) ?? skipToken);
  const { data } = useSelector(select);
  return joinPages(data?.pages ?? []).find((restaurant) => restaurant.routingName === routingName) ?? null;
};
