import type { Coordinate, PrerenderRequest } from '@mahlzeit/contract';
import { NEARBY_PAGE_SIZE, NEARBY_RADIUS } from '@mahlzeit/contract/rules';
import type { Clock } from '../../platform';
import type { DiscountReader, DiscountService } from './discount-service';
import type { DiscoveryService } from './discovery-service';

interface FirstListDeps {
  readonly clock: Clock;
  readonly discovery: Pick<DiscoveryService, 'nearby'>;
  readonly discounts: Pick<DiscountService, 'available'>;
}

// The page is the same for everybody until the scripts know who reads it.
const nobody: DiscountReader = { uid: '', isAnonymous: true };

/** What the list around a place begins with, as anybody gets it. */
export const createFirstList = ({ clock, discovery, discounts }: FirstListDeps) => async (at: Coordinate): Promise<PrerenderRequest> => ({
  now: clock.now(),
  restaurants: await discovery.nearby({ location: at, radius: NEARBY_RADIUS, page: 1, pageSize: NEARBY_PAGE_SIZE }),
  discounts: await discounts.available(nobody),
});
