import { acceptPartnerOrder, err, getPartnerOrders, refundPartnerOrder, reportOpenCounter } from '@mahlzeit/contract';
import { openStepsRoute, partnerRoute } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import type { RefundService } from '../refunds';
import type { CounterService } from './counter-service';

/** Creates the routes with which the partner console lists, accepts and refunds a restaurant's orders. */
export const counterRoutes = (counterService: CounterService, refundService: RefundService): readonly BoundRoute[] => [
  partnerRoute(getPartnerOrders, ({ partner, query }) => counterService.list(partner, query)),
  partnerRoute(reportOpenCounter, ({ partner }) => counterService.reportOpen(partner)),
  openStepsRoute(acceptPartnerOrder, async ({ partner, params, steps }) =>
    partner === null ? err('unauthenticated') : counterService.accept(steps, partner, params.key),
  ),
  openStepsRoute(
    refundPartnerOrder,
    async ({ partner, params, body, steps }) =>
      partner === null
        ? err('unauthenticated')
        : refundService.refund(steps, partner, { orderKey: params.key, form: body }),
    { repeatIdentity: ({ body }) => body, isOpen: refundService.isOpen },
  ),
];
