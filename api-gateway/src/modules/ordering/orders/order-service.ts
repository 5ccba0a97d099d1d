import { err, ok } from '@mahlzeit/contract';
import type { FileAnswer, Order, OrderPage, Result } from '@mahlzeit/contract';
import { isOrderPast, ORDER_PAST_AFTER_MS } from '@mahlzeit/contract/rules';
import { consumeAttempt, invalidField, invariant } from '../../../platform';
import type { Connection, RateLimiter, RouteError, Steps } from '../../../platform';
import { presentOrder, presentOrders } from '../order-records';
import { OPEN_STATES } from '../payments';
import type { PaymentSteps } from '../payments';
import { describeProvider, isGivenUp, paymentRefusedError, providerNames } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { writeOrderCalendar } from './order-calendar';
import { checkOwnOrder } from './order-policy';
import { createOrderPlacement } from './place-order';
import type { PaymentStatus, PlaceOrderDeps } from './place-order';

interface OrderServiceDeps extends Omit<PlaceOrderDeps, 'paymentStatus'> {
  /** Limits the requests to payment providers that one user causes. */
  readonly questions: RateLimiter;
}

type OrderError = RouteError | RouteError['code'];

/** Creates the service with which diners place, pay and read their orders. */
export const createOrderService = ({ questions, ...deps }: OrderServiceDeps) => {
  const { database, clock, payments, publicUrl } = deps;

  const findOwnOrder = async (uid: string, key: string | null): Promise<Result<StoredOrder, 'OrderNotFound'>> =>
    checkOwnOrder(key === null ? null : await createOrderRepository(database.knex).find(key), uid);

  const findKeyByPayment = async (knex: Connection, payInId: string): Promise<string | null> => {
    const attemptRepository = createAttemptRepository(knex);
    for (const provider of providerNames()) {
      const paymentAttempt = await attemptRepository.findByProviderId(provider, payInId);
      if (paymentAttempt !== null) return paymentAttempt.orderKey;
    }
    return null;
  };

  const findOwnOrderByPayment = async (uid: string, payInId: string): Promise<Result<StoredOrder, 'OrderNotFound'>> =>
    findOwnOrder(uid, await findKeyByPayment(database.knex, payInId));

  const presentOrderByKey = (key: string): Promise<Order> =>
    database.read(async (knex) => {
      const order = await createOrderRepository(knex).find(key);
      invariant(order, 'order', key);
      return presentOrder(knex, order);
    });

  const findAttemptOf = async ({ key }: StoredOrder): Promise<PaymentAttempt> => {
    const paymentAttempt = await createAttemptRepository(database.knex).findOfOrder(key);
    invariant(paymentAttempt, 'payment attempt of the order', key);
    return paymentAttempt;
  };

  const paymentStatus: PaymentStatus = {
    async bindOpenPayment(steps, { orderKey, state }) {
      if (OPEN_STATES.includes(state)) await steps.write((tx) => tx.bind(orderKey));
    },

    refresh: async (steps, uid, paymentAttempt) =>
      (await questions.consume(uid)).ok ? payments.finalise(steps, paymentAttempt) : paymentAttempt,
  };

  return {
    place: createOrderPlacement({ ...deps, paymentStatus }),

    /**
     * Checks whether the payment of an order is still open. A paid order whose client got no response counts as open: a
     * repeated request then gets this order and begins no second one.
     */
    async isOpen(orderKey: string, isAnswered: boolean): Promise<boolean> {
      const paymentAttempt = await createAttemptRepository(database.knex).findOfOrder(orderKey);
      if (paymentAttempt === null) return false;
      return OPEN_STATES.includes(paymentAttempt.state) || (!isAnswered && paymentAttempt.state === 'SUCCEEDED');
    },

    /** Reads the status of the caller's payment at the provider, then returns the order. */
    async updateStatus(steps: Steps, uid: string, payInId: string): Promise<Result<Order, OrderError>> {
      const order = await findOwnOrderByPayment(uid, payInId);
      if (!order.ok) return order;
      const paymentAttempt = await findAttemptOf(order.value);
      await paymentStatus.bindOpenPayment(steps, paymentAttempt);
      await paymentStatus.refresh(steps, uid, paymentAttempt);
      return ok(await presentOrderByKey(order.value.key));
    },

    /** Captures a payment of the caller that the caller has approved at the provider. */
    async capture(steps: Steps, uid: string, payInId: string): Promise<Result<Order, OrderError>> {
      const order = await findOwnOrderByPayment(uid, payInId);
      if (!order.ok) return order;
      const storedAttempt = await findAttemptOf(order.value);
      const attemptAdmission =
        storedAttempt.state === 'SUCCEEDED' ? ok(undefined) : await consumeAttempt(questions, uid);
      if (!attemptAdmission.ok) return attemptAdmission;
      await paymentStatus.bindOpenPayment(steps, storedAttempt);
      const { attempt, answer } = await payments.capture(steps, storedAttempt);
      if (attempt.state === 'FAILED') return err(paymentRefusedError(attempt));
      if (attempt.state !== 'SUCCEEDED' && answer === 'notApproved') {
        const { notApprovedCode } = describeProvider(attempt.provider).codes;
        return err({ ...paymentRefusedError({ ...attempt, code: notApprovedCode }), mayChange: true });
      }
      // Reports no error if the provider has responded but is still reviewing the capture: the order waits for the
      // provider.
      if (attempt.state === 'UNKNOWN' || (attempt.state === 'CAPTURING' && answer === 'none'))
        return err('providerUnavailable');
      return ok(await presentOrderByKey(order.value.key));
    },

    /**
     * Abandons a payment of the caller for which no money was taken yet, so that its vouchers become available again.
     * The status of a card payment is read at the provider first, because the bank may have decided on it.
     */
    async abandon(steps: Steps, uid: string, payInId: string): Promise<Result<Order, OrderError>> {
      const order = await findOwnOrderByPayment(uid, payInId);
      if (!order.ok) return order;
      const storedAttempt = await findAttemptOf(order.value);
      await paymentStatus.bindOpenPayment(steps, storedAttempt);
      const paymentAttempt = await payments.abandon(steps, storedAttempt);
      return paymentAttempt.state === 'FAILED' && !isGivenUp(paymentAttempt)
        ? err(paymentRefusedError(paymentAttempt))
        : ok(await presentOrderByKey(order.value.key));
    },

    /** Reads the status of the caller's payment at the provider, then returns the payment. */
    async payIn(steps: PaymentSteps, uid: string, payInId: string): Promise<Result<PaymentAttempt, 'notFound'>> {
      const order = await findOwnOrderByPayment(uid, payInId);
      return order.ok ? ok(await paymentStatus.refresh(steps, uid, await findAttemptOf(order.value))) : err('notFound');
    },

    async byKey(uid: string, key: string): Promise<Result<Order, 'OrderNotFound'>> {
      const order = await findOwnOrder(uid, key);
      return order.ok ? ok(await presentOrderByKey(order.value.key)) : order;
    },

    async byPayIn(uid: string, payInId: string): Promise<Result<Order, 'OrderNotFound'>> {
      const order = await findOwnOrderByPayment(uid, payInId);
      return order.ok ? ok(await presentOrderByKey(order.value.key)) : order;
    },

    /** Returns a calendar file for a paid order of the caller. */
    async calendar(uid: string, key: string): Promise<Result<FileAnswer, 'OrderNotFound'>> {
      const order = await findOwnOrder(uid, key);
      if (!order.ok || order.value.paymentStatus !== 'SUCCEEDED') return err('OrderNotFound');
      const file = writeOrderCalendar(await presentOrderByKey(key), { publicUrl, now: clock.now() });
      return file === null ? err('OrderNotFound') : ok(file);
    },

    /** Returns a page of the caller's paid orders. */
    list: (uid: string, { when, before, limit }: OrderPage): Promise<Result<Order[], RouteError>> =>
      database.read(async (knex) => {
        const orders = createOrderRepository(knex);
        const pageStartOrder = before === undefined ? null : await orders.find(before);
        if (before !== undefined && (pageStartOrder === null || pageStartOrder.uid !== uid))
          return err(invalidField('before', 'unknown'));
        const pastBorder = clock.now() - ORDER_PAST_AFTER_MS;
        // Starts with the first upcoming order if the last order of the previous page has become past and so isn't
        // among the upcoming orders any more.
        const nextPageStart =
          pageStartOrder !== null &&
          when === 'upcoming' &&
          isOrderPast({ meetUpDate: pageStartOrder.meetUpAt }, clock.now())
            ? null
            : pageStartOrder;
        return ok(
          await presentOrders(
            knex,
            await orders.listPaid({ uid, when, border: pastBorder, after: nextPageStart, limit }),
          ),
        );
      }),
  };
};

/** Service with which diners place, pay and read their orders. */
export type OrderService = ReturnType<typeof createOrderService>;
