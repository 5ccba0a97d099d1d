import { getDiscounts, getTeasers, ok } from '@mahlzeit/contract';
import { route } from '../../../platform';
import type { BoundRoute, Database } from '../../../platform';
import { createPromotionRepository } from './promotion-repository';
import type { DiscountService } from './promotion-service';

/** Creates the routes of teasers and discounts. */
export const promotionRoutes = ({
  database,
  discounts,
}: {
  database: Database;
  discounts: DiscountService;
}): BoundRoute[] => [
  route(getTeasers, async () => ok(await createPromotionRepository(database.knex).findTeasers())),
  route(getDiscounts, async ({ session }) => ok(await discounts.available(session))),
];
