import { captureOrder, err, getCards, getOrder, getOrderByPayIn, getOrderCalendar, getOrders, getPayIn, getPaymentUser, ok, placeOrder, refundPartnerOrder, updateOrderStatus } from '@mahlzeit/contract';
import type { Card, PayIn, Result } from '@mahlzeit/contract';
import { clientIp, openStepsRoute, route, stepsRoute } from '../../platform';
import type { BoundRoute, Database, RateLimiter, RouteError } from '../../platform';
import type { OrderService } from './orders/order-service';
import type { PaymentAttempt } from './payments/attempt-repository';
import { stepsBeside } from './payments/payment-jobs';
import type { PaymentProviders } from './payments/payment-service';
import { createPaymentUserRepository } from './payments/payment-user-repository';
import { shownCode } from './payments/settle-payment';
import type { RefundService } from './refunds/refund-service';

interface OrderingRouteDeps {
  readonly database: Database;
  readonly orders: OrderService;
  readonly providers: PaymentProviders;
  /** What a provider is asked for one person. */
  readonly questions: RateLimiter;
  readonly refunds: RefundService;
}

/** How long a provider is waited for where a route only reads. */
const READ_DEADLINE_MS = 10_000;

/** What is final is final; everything else is still to be decided, also where nobody knows. */
const payInOf = ({ state, provider, providerId, code }: PaymentAttempt): PayIn => ({
  Status: state === 'SUCCEEDED' || state === 'FAILED' ? state : 'CREATED',
  Id: providerId ?? '',
  ResultCode: code === null ? null : shownCode({ provider, code }),
  ResultMessage: code,
});

const listCards = async (payerId: string, { mangopay }: PaymentProviders): Promise<Result<Card[], RouteError['code']>> => {
  if (mangopay === null) return ok([]);
  const cards = await mangopay.listCards(payerId, AbortSignal.timeout(READ_DEADLINE_MS));
  return cards.ok ? cards : err('providerUnavailable');
};

/** The routes of orders and their payments. */
export const orderingRoutes = ({ database, orders, providers, questions, refunds }: OrderingRouteDeps): readonly BoundRoute[] => [
  route(getPaymentUser, async ({ session }) => ok(await createPaymentUserRepository(database.knex).find(session.uid))),
  route(getCards, async ({ session }) => {
    const user = await createPaymentUserRepository(database.knex).find(session.uid);
    if (user === null) return ok([]);
    const admitted = await questions.consume(session.uid);
    return admitted.ok ? listCards(user.mangoPayData.Id, providers) : err({ code: 'ErrorTooManyAttempts', retryAfterMs: admitted.retryAfterMs });
  }),
  stepsRoute(
    placeOrder,
    ({ session: { uid }, raw, body, steps }) => orders.place(steps, { uid, address: clientIp(raw.request) }, body),
    // The browser that pays says nothing of what is paid for.
    { sameBy: ({ body: { browserInfo: _browserInfo, ...cart } }) => cart, isOpen: orders.isOpen },
  ),
  route(getPayIn, async ({ session: { uid }, params }) => {
    const attempt = await orders.payIn(stepsBeside(database), uid, params.id);
    return attempt.ok ? ok(payInOf(attempt.value)) : attempt;
  }),
  stepsRoute(updateOrderStatus, ({ session: { uid }, params, steps }) => orders.updateStatus(steps, uid, params.payInId)),
  stepsRoute(captureOrder, ({ session: { uid }, params, steps }) => orders.capture(steps, uid, params.payInId)),
  route(getOrders, ({ session: { uid }, query }) => orders.list(uid, query)),
  route(getOrderByPayIn, ({ session: { uid }, params }) => orders.byPayIn(uid, params.payInId)),
  route(getOrderCalendar, ({ session: { uid }, params }) => orders.calendar(uid, params.orderKey)),
  route(getOrder, ({ session: { uid }, params }) => orders.byKey(uid, params.orderKey)),
  openStepsRoute(
    refundPartnerOrder,
    ({ params, body, steps }) => refunds.refund(steps, { restaurantKey: null }, { orderKey: params.key, form: body }),
    { sameBy: ({ body }) => body, isOpen: refunds.isOpen },
  ),
];
