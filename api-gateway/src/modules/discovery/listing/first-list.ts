import type { PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import { chooseTeaser, NEARBY_PAGE_SIZE, NEARBY_RADIUS_METRES } from '@mahlzeit/contract/rules';
import type { Clock, Database } from '../../../platform';
import { createPromotionRepository } from '../promotions';
import type { DiscountReader, DiscountService } from '../promotions';
import type { ListingService } from './listing-service';

interface FirstListDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly listing: Pick<ListingService, 'nearby'>;
  readonly discounts: Pick<DiscountService, 'available'>;
}

// Visitor without a session, for whom the list is prerendered. The HTML is the same for everybody; only the page's
// scripts know the user.
const anonymousReader: DiscountReader = { uid: '', isAnonymous: true };

/**
 * Creates the function that loads the data of the first prerendered list: restaurants around a place, discounts and a
 * teaser, as an anonymous visitor sees them.
 */
export const createFirstList =
  ({ database, clock, listing, discounts }: FirstListDeps) =>
  async (startPlace: StartPlace): Promise<PrerenderRequest> => ({
    now: clock.now(),
    restaurants: await listing.nearby({
      location: startPlace.coordinate,
      radius: NEARBY_RADIUS_METRES,
      page: 1,
      pageSize: NEARBY_PAGE_SIZE,
    }),
    discounts: await discounts.available(anonymousReader),
    teaser: chooseTeaser(await database.read((knex) => createPromotionRepository(knex).findTeasers()), {
      now: clock.now(),
      around: startPlace.coordinate,
    }),
    start: startPlace,
  });
