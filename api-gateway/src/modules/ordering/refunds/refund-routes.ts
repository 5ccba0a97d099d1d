import { refundPartnerOrder } from '@mahlzeit/contract';
import { openStepsRoute } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import type { RefundService } from './refund-service';

/** The route by which partners give money back. */
export const refundRoutes = (refunds: RefundService): readonly BoundRoute[] => [
  openStepsRoute(
    refundPartnerOrder,
    ({ params, body, steps }) => refunds.refund(steps, { restaurantKey: null }, { orderKey: params.key, form: body }),
    { sameBy: ({ body }) => body, isOpen: refunds.isOpen },
  ),
];
