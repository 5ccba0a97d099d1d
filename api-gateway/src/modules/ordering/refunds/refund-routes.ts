import { err, refundPartnerOrder } from '@mahlzeit/contract';
import { openStepsRoute } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import type { RefundService } from './refund-service';

/** The route by which partners give money back. */
export const refundRoutes = (refunds: RefundService): readonly BoundRoute[] => [
  openStepsRoute(
    refundPartnerOrder,
    async ({ params, body, partner, steps }) => (partner === null ? err('unauthenticated') : refunds.refund(steps, partner, { orderKey: params.key, form: body })),
    { sameBy: ({ body }) => body, isOpen: refunds.isOpen },
  ),
];
