import express from 'express';
import { once } from 'node:events';
import * as z from 'zod/mini';
import { randomKey } from '../../../platform';
import type { RateLimiter } from '../../../platform';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createMangopayClient } from '../providers/mangopay/mangopay-client';
import { createOrderingDiner, readLedger } from '../testing/counter';
import { createWebhookRouter } from './webhook-router';
import { stepsOutsideRequest } from './payment-jobs';
import { createPaymentService } from './payment-service';
import { challengedForm, recordProviderRequests, openWebhookTestContext } from '../testing/webhook-desk';

const { startGateway } = openWebhookTestContext();

afterEach(() => jest.restoreAllMocks());

const sendEvent = ({ url }: TestGateway, id: string, eventDate: number): Promise<Response> =>
  fetch(`${url}/api/payment/hooks/mangopay?EventType=PAYIN_NORMAL_SUCCEEDED&RessourceId=${id}&Date=${eventDate}`);

describe('a flood of events', () => {
  it('is followed within the limits for unknown payments and for one payment', async () => {
    const gateway = await startGateway({ RATE_LIMITS: 'default' });
    const diner = await createOrderingDiner(gateway);
    const openOrder = await diner.placeOrder(challengedForm(diner));
    const paidOrder = await diner.placeOrder();
    const listProviderRequests = recordProviderRequests(gateway);
    const countRequests = (id: string): number =>
      listProviderRequests().filter((requestLine) => requestLine.includes(`/payins/${id}`)).length;

    for (let count = 0; count < 100; count += 1) await sendEvent(gateway, `payin_m_forged${count}`, count);
    for (let count = 0; count < 40; count += 1)
      await Promise.all([sendEvent(gateway, openOrder.Id, count), sendEvent(gateway, paidOrder.Id, count)]);
    expect([countRequests('payin_m_forged'), countRequests(openOrder.Id), countRequests(paidOrder.Id)]).toEqual([
      60, 10, 0,
    ]);
    expect((await diner.order(openOrder.orderKey)).paymentStatus).toBe('CREATED');
  });

  it('of status requests is answered with the stored status', async () => {
    const gateway = await startGateway({ RATE_LIMITS: 'default' });
    const diner = await createOrderingDiner(gateway);
    const { Id } = await diner.placeOrder(challengedForm(diner));
    const listProviderRequests = recordProviderRequests(gateway);
    const answers = await Promise.all(Array.from({ length: 150 }, () => diner.call('GET', `/api/payment/payIn/${Id}`)));
    expect(answers.map(({ body }) => z.object({ Status: z.string() }).parse(body).Status)).toEqual(
      answers.map(() => 'CREATED'),
    );
    expect(listProviderRequests().filter((requestLine) => requestLine.includes('/payins/'))).toHaveLength(60);
    expect((await diner.call('GET', '/api/payment/cards')).status).toBe(429);
  });
});

describe('a payment that belongs to no order', () => {
  /**
   * Pays with Mangopay without an order, and sends the event about the payment twice. Returns the movements of money
   * and the log.
   */
  const payWithoutOrder = async (reference: string) => {
    const gateway = await startGateway();
    const {
      payment: { mangopay: config },
      clock,
      database,
    } = gateway;
    if (config === null) throw new Error('the sandbox stands in for Mangopay');
    const mangopay = createMangopayClient({ fetch: (url, init) => fetch(url, init), realNow: clock.realNow, config });
    const [name] = (await createOrderingDiner(gateway)).email.split('@');
    const card = {
      cardId: `demo-card-${name}-frictionless`,
      payerId: `demo-payer-${name}`,
      walletId: 'demo-wallet-elbkantine',
      browserInfo: null,
      ipAddress: '127.0.0.1',
      isReleaseForced: false,
    };
    const paymentResult = await mangopay.begin(
      { key: 'an-allem-vorbei-1', orderKey: reference, amount: 890, returnUrl: gateway.url, card },
      AbortSignal.timeout(5000),
    );
    if (!paymentResult.ok) throw new Error('not paid');
    const error = jest.fn();
    const unusedDeps = {
      onOrderPaid: async () => undefined,
      onMoneyBack: async () => undefined,
      isMeetupOpen: async () => true,
      jobs: { enqueue: async () => undefined },
    };
    const payments = createPaymentService({
      ...unusedDeps,
      database,
      clock,
      log: { error },
      providers: { mangopay, paypal: null },
    });
    for (let eventIndex = 0; eventIndex < 2; eventIndex += 1)
      await payments.applyProviderStatus(stepsOutsideRequest(database), 'mangopay', paymentResult.value.id);
    const ledgerMovements = (await readLedger(gateway)).map(({ kind, amount }) => [kind, amount]);
    return {
      moved: ledgerMovements,
      said: error.mock.calls.map(([facts]) => z.object({ reference: z.string() }).parse(facts).reference),
    };
  };

  it('is refunded once where its reference has the form of our orders, and is logged', async () => {
    const ownReference = randomKey();
    expect(await payWithoutOrder(ownReference)).toEqual({
      moved: [
        ['payin', 890],
        ['refund', 890],
      ],
      said: [ownReference, ownReference],
    });
  });

  it('is left alone where its reference has another form, and is logged', async () => {
    expect(await payWithoutOrder('Rechnung 4711')).toEqual({
      moved: [['payin', 890]],
      said: ['Rechnung 4711', 'Rechnung 4711'],
    });
  });
});

describe('the webhook of a provider that is not set up', () => {
  const unexpectedWork = jest.fn(async () => undefined);
  const unlimitedLimiter: RateLimiter = {
    consume: async () => ({ ok: true }),
    refund: async () => undefined,
    forget: async () => undefined,
  };

  const openRouter = async () => {
    const { database, clock } = await startGateway();
    const router = createWebhookRouter({
      database,
      clock,
      log: { error: () => void unexpectedWork(), warn: () => void unexpectedWork() },
      payments: { applyProviderStatus: unexpectedWork },
      applyPreAuthorizationStatus: unexpectedWork,
      findWebhookId: async () => 'webhook',
      providers: { mangopay: null, paypal: null },
      createRateLimiter: () => unlimitedLimiter,
    });
    const server = express().use(router).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return {
      send: async (method: string, path: string, body?: string): Promise<[number, string]> => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/payment/hooks/${path}`, {
          method,
          headers: { 'Content-Type': 'application/json' },
          ...(body === undefined ? {} : { body }),
        });
        return [answer.status, answer.ok ? await answer.text() : ''];
      },
      close: () => server.close(),
    };
  };

  it('answers at once and does nothing; an unknown provider has none', async () => {
    const { send, close } = await openRouter();
    const event = JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: 'ORDER-1' } });
    try {
      expect([
        await send('GET', 'mangopay?EventType=PAYIN_NORMAL_SUCCEEDED&RessourceId=payin_m_1&Date=1'),
        await send('POST', 'paypal', event),
        await send('POST', 'paypal', 'no JSON'),
        await send('GET', 'paypal'),
        await send('POST', 'cash', event),
      ]).toEqual([
        [200, '{}'],
        [200, '{}'],
        [200, '{}'],
        [404, ''],
        [404, ''],
      ]);
      expect(unexpectedWork).not.toHaveBeenCalled();
    } finally {
      close();
    }
  });
});
