import {
  abandonOrder,
  captureOrder,
  err,
  getOrder,
  getOrderByPayIn,
  getOrderCalendar,
  getOrders,
  getPayIn,
  ok,
  placeOrder,
  rateOrder,
  updateOrderStatus,
} from '@mahlzeit/contract';
import type { PayIn } from '@mahlzeit/contract';
import { clientIp, route, stepsRoute } from '../../../platform';
import type { BoundRoute, Database } from '../../../platform';
import type { RateOrder } from './order-rating';
import type { OrderService } from './order-service';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { stepsOutsideRequest } from '../payments';
import { shownCodeOf } from '../providers';

interface OrderRouteDeps {
  readonly database: Database;
  readonly orders: OrderService;
  readonly rateOrder: RateOrder;
}

/**
 * Converts a payment to the contract's form of a pay-in. Each state that isn't final, including UNKNOWN, is shown as
 * CREATED.
 */
const payInOf = ({ state, provider, providerId, code }: PaymentAttempt): PayIn => ({
  Status: state === 'SUCCEEDED' || state === 'FAILED' ? state : 'CREATED',
  Id: providerId ?? '',
  ResultCode: state !== 'FAILED' || code === null ? null : shownCodeOf({ provider, code }),
  ResultMessage: state === 'FAILED' ? code : null,
});

/** Creates the routes of orders and their payments. */
export const orderRoutes = ({ database, orders, rateOrder: submitRating }: OrderRouteDeps): readonly BoundRoute[] => [
  stepsRoute(
    placeOrder,
    ({ session: { uid }, raw, body, steps }) =>
      orders.place(
        steps,
        { uid, address: clientIp(raw.request), requestKey: raw.request.get('Idempotency-Key') ?? null },
        body,
      ),
    // Leaves `browserInfo` out of the comparison of a repeated request with the first one, because the browser's data
    // aren't part of the order.
    { repeatIdentity: ({ body: { browserInfo: _browserInfo, ...cart } }) => cart, isOpen: orders.isOpen },
  ),
  route(getPayIn, async ({ session: { uid }, params }) => {
    if (params.id.trim() === '') return err('NoTransactionId');
    const paymentAttempt = await orders.payIn(stepsOutsideRequest(database), uid, params.id);
    return paymentAttempt.ok ? ok(payInOf(paymentAttempt.value)) : paymentAttempt;
  }),
  stepsRoute(updateOrderStatus, ({ session: { uid }, params, steps }) =>
    orders.updateStatus(steps, uid, params.payInId),
  ),
  stepsRoute(captureOrder, ({ session: { uid }, params, steps }) => orders.capture(steps, uid, params.payInId)),
  stepsRoute(abandonOrder, ({ session: { uid }, params, steps }) => orders.abandon(steps, uid, params.payInId)),
  route(getOrders, ({ session: { uid }, query }) => orders.list(uid, query)),
  route(getOrderByPayIn, ({ session: { uid }, params }) => orders.byPayIn(uid, params.payInId)),
  route(getOrderCalendar, ({ session: { uid }, params }) => orders.calendar(uid, params.orderKey)),
  route(rateOrder, ({ session: { uid }, params: { orderKey }, body: { stars } }) =>
    submitRating({ uid, orderKey, stars }),
  ),
  route(getOrder, ({ session: { uid }, params }) => orders.byKey(uid, params.orderKey)),
];
