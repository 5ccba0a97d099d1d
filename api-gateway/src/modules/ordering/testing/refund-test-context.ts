import { ErrorBody, Notification } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createRefundRepository } from '../repositories/refund-repository';
import { pressButton, ledgerOf, insertPayingRestaurant, createOrderingDiner, runDueAndEnqueuedJobs } from './counter';
import type { OrderingDiner } from './counter';

export const MINUTE_MS = 60_000;
/** Time on the gateway's clock at which each test of refunds begins. */
export const ORDER_TIME = Date.parse('2026-06-24T11:30:00+02:00');

/**
 * Starts a gateway with one restaurant for tests of refunds, and registers a diner for each test. Must be called at the
 * top of a test file.
 */
export const openRefundTestContext = () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let diner: OrderingDiner;

  beforeAll(async () => {
    gateway = await gateways.start();
    await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
  });

  beforeEach(async () => {
    gateway.clock.moveTo(ORDER_TIME);
    diner = await createOrderingDiner(gateway);
  });

  afterEach(() => fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' }));

  const requestRefund = async (orderKey: string, refundForm: object, idempotencyKey?: string) => {
    const refundResponse = await fetch(`${gateway.url}/api/partner/orders/${orderKey}/refund`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${gateway.partnerToken}`,
        'Content-Type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      body: JSON.stringify({ reason: 'mistake', ...refundForm }),
    });
    const body: unknown = await refundResponse.json();
    return {
      status: refundResponse.status,
      body,
      outcome: refundResponse.status === 200 ? [200] : [refundResponse.status, ErrorBody.parse(body).code],
    };
  };

  const amountsRefundedAtProvider = async (orderKey: string): Promise<number[]> =>
    (await ledgerOf(gateway, orderKey))
      .filter(({ kind, status }) => kind === 'refund' && status === 'SUCCEEDED')
      .map(({ amount }) => amount);

  const amountsRefundedInOrder = async (orderKey: string): Promise<number[]> =>
    (await diner.order(orderKey)).refunded.map(({ amount }) => amount);

  const noticesOf = async (): Promise<Notification[]> =>
    z
      .array(Notification)
      .parse((await diner.call('GET', '/api/users/me/notifications')).body)
      .filter(({ kind }) => kind === 'orderRefunded');

  const mailsOf = async (): Promise<{ subject: string; text: string }[]> =>
    z
      .array(z.object({ subject: z.string(), text: z.string() }))
      .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=${diner.email}`)).json())
      .filter(({ subject }) => subject.includes('zurück'));

  /** Advances the test's clock, by default by a minute, and runs the due jobs. */
  const advanceAndRunJobs = async (advanceMs = MINUTE_MS): Promise<void> => {
    gateway.clock.advance(advanceMs);
    await runDueAndEnqueuedJobs(gateway);
  };

  const refundRowsOf = (orderKey: string) => createRefundRepository(gateway.database.knex).listOf([orderKey]);

  const paidWithPaypal = async () => {
    const orderAnswer = await diner.placeOrder(diner.form({ paymentOption: 'paypal', debitedCardId: null }));
    await pressButton(orderAnswer.links[0]?.href ?? '', 'approve');
    await diner.call('POST', `/api/payment/orders/${orderAnswer.Id}/capture`, {});
    return orderAnswer;
  };

  return {
    get gateway() {
      return gateway;
    },
    get diner() {
      return diner;
    },
    refund: requestRefund,
    refundedAtProvider: amountsRefundedAtProvider,
    refundedInOrder: amountsRefundedInOrder,
    noticesOf,
    mailsOf,
    later: advanceAndRunJobs,
    rowsOf: refundRowsOf,
    paidWithPaypal,
  };
};
