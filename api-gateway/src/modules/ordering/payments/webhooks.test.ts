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
import { challengedForm, recordProviderRequests, openWebhookTestContext } from '../testing/webhook-test-context';

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

    for (let eventNumber = 0; eventNumber < 100; eventNumber += 1)
      await sendEvent(gateway, `payin_m_forged${eventNumber}`, eventNumber);
    for (let eventNumber = 0; eventNumber < 40; eventNumber += 1)
      await Promise.all([sendEvent(gateway, openOrder.Id, eventNumber), sendEvent(gateway, paidOrder.Id, eventNumber)]);
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
    const payInAnswers = await Promise.all(
      Array.from({ length: 150 }, () => diner.call('GET', `/api/payment/payIn/${Id}`)),
    );
    expect(payInAnswers.map(({ body }) => z.object({ Status: z.string() }).parse(body).Status)).toEqual(
      payInAnswers.map(() => 'CREATED'),
    );
    expect(listProviderRequests().filter((requestLine) => requestLine.includes('/payins/'))).toHaveLength(60);
    expect((await diner.call('GET', '/api/payment/cards')).status).toBe(429);
  });
});

describe('a payment that belongs to no order', () => {
  /**
   * Pays with Mangopay without an order, and sends the event about the payment twice. Returns the payments and refunds
   * at Mangopay, and the gateway's log.
   */
  const payWithoutOrder = async (paymentReference: string) => {
    const gateway = await startGateway();
    const {
      payment: { mangopay: config },
      clock,
      database,
    } = gateway;
    if (config === null) throw new Error('the sandbox stands in for Mangopay');
    const mangopayClient = createMangopayClient({
      fetch: (url, requestInit) => fetch(url, requestInit),
      realNow: clock.realNow,
      config,
    });
    const [dinerName] = (await createOrderingDiner(gateway)).email.split('@');
    const card = {
      cardId: `demo-card-${dinerName}-frictionless`,
      payerId: `demo-payer-${dinerName}`,
      walletId: 'demo-wallet-elbkantine',
      browserInfo: null,
      ipAddress: '127.0.0.1',
      isReleaseForced: false,
    };
    const paymentResult = await mangopayClient.begin(
      { key: 'an-allem-vorbei-1', orderKey: paymentReference, amount: 890, returnUrl: gateway.url, card },
      AbortSignal.timeout(5000),
    );
    if (!paymentResult.ok) throw new Error('not paid');
    const error = jest.fn();
    const unusedDeps = {
      onOrderPaid: async () => undefined,
      onMoneyBack: async () => undefined,
      onNotCharged: async () => undefined,
      onApproved: async () => undefined,
      findServingReason: async () => null,
      findMeetupMisfit: async () => null,
      jobs: { enqueue: async () => undefined },
    };
    const paymentService = createPaymentService({
      ...unusedDeps,
      database,
      clock,
      log: { error },
      providers: { mangopay: mangopayClient, paypal: null },
    });
    for (let eventIndex = 0; eventIndex < 2; eventIndex += 1)
      await paymentService.applyProviderStatus(stepsOutsideRequest(database), 'mangopay', paymentResult.value.id);
    const ledgerMovements = (await readLedger(gateway)).map(({ kind, amount }) => [kind, amount]);
    return {
      moved: ledgerMovements,
      said: error.mock.calls.map(([loggedFacts]) => z.object({ reference: z.string() }).parse(loggedFacts).reference),
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

  const startWebhookServer = async () => {
    const { database, clock } = await startGateway();
    const router = createWebhookRouter({
      database,
      clock,
      log: { error: () => void unexpectedWork(), warn: () => void unexpectedWork() },
      payments: {
        async applyProviderStatus() {
          await unexpectedWork();
          return true;
        },
      },
      applyPreAuthorizationStatus: unexpectedWork,
      findWebhookId: async () => 'webhook',
      providers: { mangopay: null, paypal: null },
      createRateLimiter: () => unlimitedLimiter,
    });
    const server = express().use(router).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const serverAddress = server.address();
    const serverPort = typeof serverAddress === 'object' && serverAddress !== null ? serverAddress.port : 0;
    return {
      send: async (httpMethod: string, path: string, body?: string): Promise<[number, string]> => {
        const webhookAnswer = await fetch(`http://127.0.0.1:${serverPort}/api/payment/hooks/${path}`, {
          method: httpMethod,
          headers: { 'Content-Type': 'application/json' },
          ...(body === undefined ? {} : { body }),
        });
        return [webhookAnswer.status, webhookAnswer.ok ? await webhookAnswer.text() : ''];
      },
      close: () => server.close(),
    };
  };

  it('answers at once and does nothing; an unknown provider has none', async () => {
    const { send, close } = await startWebhookServer();
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
