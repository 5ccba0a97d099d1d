import { acceptPartnerOrder, getPartnerOrders } from '@mahlzeit/contract';
import { partnerRoute } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import type { CounterService } from './counter-service';

/** The routes of a restaurant's counter for its orders. */
export const counterRoutes = (counter: CounterService): readonly BoundRoute[] => [
  partnerRoute(getPartnerOrders, ({ partner, query }) => counter.list(partner, query)),
  partnerRoute(acceptPartnerOrder, ({ partner, params }) => counter.accept(partner, params.key)),
];
