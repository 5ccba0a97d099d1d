import { getDiscounts, getTeasers, ok } from '@mahlzeit/contract';
import { route } from '../../platform';
import type { BoundRoute, Database } from '../../platform';
import type { DiscountService } from './discount-service';
import { findTeasers } from './teaser-repository';

/** Teasers and discounts over HTTP. */
export const promotionRoutes = ({ database, discounts }: { database: Database; discounts: DiscountService }): BoundRoute[] => [
  route(getTeasers, async () => ok(await findTeasers(database.knex))),
  route(getDiscounts, async ({ session }) => ok(await discounts.available(session))),
];
