import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import * as z from 'zod/mini';
import {
  DISH_KEY,
  pressButton,
  ledgerOf,
  insertPayingRestaurant,
  createOrderingDiner,
  RESTAURANT_KEY,
  runDueAndEnqueuedJobs,
} from './counter';
import type { OrderingDiner } from './counter';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';

/** Response to an order that a test has placed. */
export type PlacedOrder = Awaited<ReturnType<OrderingDiner['placeOrder']>>;

export const MINUTE_MS = 60_000;

/**
 * Starts a gateway behind a trusted proxy with one restaurant, for tests of payments, and registers a diner for each
 * test. Must be called at the top of a test file.
 */
export const openPaymentTestContext = () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let diner: OrderingDiner;

  beforeAll(async () => {
    gateway = await gateways.start({ environment: { TRUST_PROXY: '1' } });
    await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
  });

  beforeEach(async () => {
    gateway.clock.moveTo(Date.parse('2026-06-24T11:30:00+02:00'));
    diner = await createOrderingDiner(gateway);
  });

  const challengedForm = (formOverrides: object = {}) =>
    diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge`, ...formOverrides });

  const paypalForm = (formOverrides: object = {}) =>
    diner.form({ paymentOption: 'paypal', debitedCardId: null, ...formOverrides });
  const approveOrder = ({ links }: PlacedOrder) => pressButton(links[0]?.href ?? '', 'approve');
  const confirmOrder = ({ SecureModeRedirectURL }: PlacedOrder) => pressButton(SecureModeRedirectURL ?? '', 'success');
  const updateStatus = ({ Id }: PlacedOrder) => diner.call('PUT', `/api/payment/orders/${Id}/status`, {});
  const captureOrder = ({ Id }: PlacedOrder) => diner.call('POST', `/api/payment/orders/${Id}/capture`, {});
  const paymentStatusOf = async ({ orderKey }: PlacedOrder): Promise<string> =>
    (await diner.order(orderKey)).paymentStatus;

  const attemptOf = async (orderKey: string): Promise<PaymentAttempt> => {
    const paymentAttempt = await createAttemptRepository(gateway.database.knex).findOfOrder(orderKey);
    if (paymentAttempt === null) throw new Error('no attempt');
    return paymentAttempt;
  };

  const changeAttempt = (orderKey: string, attemptChange: object): Promise<void> =>
    gateway.database.write(async ({ knex }) => {
      await knex('payment_attempt').where({ order_key: orderKey }).update(attemptChange);
    });

  const failPayment = async ({ orderKey }: PlacedOrder): Promise<void> => {
    await changeAttempt(orderKey, { state: 'FAILED', check_at: null });
    await gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: orderKey }).update({ payment_status: 'FAILED' }),
    );
  };

  /** Advances the test's clock by a minute, then runs reconciliation and the jobs that it enqueues. */
  const reconcile = async (): Promise<void> => {
    gateway.clock.advance(MINUTE_MS);
    await runDueAndEnqueuedJobs(gateway);
  };

  /** Reads the payments and refunds of an order from the sandbox's list, as kind and amount in cents. */
  const readLedgerMovements = async ({ orderKey }: PlacedOrder): Promise<(readonly [string, number])[]> =>
    (await ledgerOf(gateway, orderKey)).map(({ kind, amount }) => [kind, amount] as const);

  const changeRestaurant = (restaurantChange: object): Promise<void> =>
    gateway.database.write(async ({ knex }) => {
      await knex('restaurant').where({ key: RESTAURANT_KEY }).update(restaurantChange);
    });

  const changeDish = (dishChange: object): Promise<void> =>
    gateway.database.write(async ({ knex }) => {
      await knex('offer').where({ key: DISH_KEY }).update(dishChange);
    });

  /** Reads titles and texts of the open notifications of the test's diner. */
  const readNotifications = async (): Promise<string[]> =>
    z
      .array(z.object({ title: z.string(), text: z.string() }))
      .parse((await diner.call('GET', '/api/users/me/notifications')).body)
      .map(({ title, text }) => `${title}: ${text}`);

  return {
    changeRestaurant,
    changeDish,
    readNotifications,
    get gateway() {
      return gateway;
    },
    get diner() {
      return diner;
    },
    challenged: challengedForm,
    withPaypal: paypalForm,
    approve: approveOrder,
    confirm: confirmOrder,
    askFor: updateStatus,
    capture: captureOrder,
    statusOf: paymentStatusOf,
    attemptOf,
    changeAttempt,
    giveUp: failPayment,
    reconcile,
    movements: readLedgerMovements,
  };
};
