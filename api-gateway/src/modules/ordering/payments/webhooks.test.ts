import express from 'express';
import { once } from 'node:events';
import * as z from 'zod/mini';
import { randomKey } from '../../../platform';
import type { RateLimiter } from '../../../platform';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createMangopayClient } from '../providers/mangopay/mangopay-client';
import { orderingDiner, wholeLedger } from '../testing/counter';
import { createWebhookRouter } from './webhook-router';
import { stepsOutsideRequest } from './payment-jobs';
import { createPaymentService } from './payment-service';
import { challengedForm, questionsTo, openWebhookDesk } from '../testing/webhook-desk';

const { startGateway } = openWebhookDesk();

afterEach(() => jest.restoreAllMocks());

const hint = ({ url }: TestGateway, id: string, date: number): Promise<Response> =>
  fetch(`${url}/api/payment/hooks/mangopay?EventType=PAYIN_NORMAL_SUCCEEDED&RessourceId=${id}&Date=${date}`);

describe('a flood of events', () => {
  it('is followed within the limits for unknown payments and for one payment', async () => {
    const gateway = await startGateway({ RATE_LIMITS: 'default' });
    const diner = await orderingDiner(gateway);
    const open = await diner.ordered(challengedForm(diner));
    const paid = await diner.ordered();
    const asked = questionsTo(gateway);
    const asks = (id: string): number => asked().filter((question) => question.includes(`/payins/${id}`)).length;

    for (let count = 0; count < 100; count += 1) await hint(gateway, `payin_m_forged${count}`, count);
    for (let count = 0; count < 40; count += 1)
      await Promise.all([hint(gateway, open.Id, count), hint(gateway, paid.Id, count)]);
    expect([asks('payin_m_forged'), asks(open.Id), asks(paid.Id)]).toEqual([60, 10, 0]);
    expect((await diner.order(open.orderKey)).paymentStatus).toBe('CREATED');
  });

  it('of status requests is answered with the stored status', async () => {
    const gateway = await startGateway({ RATE_LIMITS: 'default' });
    const diner = await orderingDiner(gateway);
    const { Id } = await diner.ordered(challengedForm(diner));
    const asked = questionsTo(gateway);
    const answers = await Promise.all(Array.from({ length: 150 }, () => diner.call('GET', `/api/payment/payIn/${Id}`)));
    expect(answers.map(({ body }) => z.object({ Status: z.string() }).parse(body).Status)).toEqual(
      answers.map(() => 'CREATED'),
    );
    expect(asked().filter((question) => question.includes('/payins/'))).toHaveLength(60);
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
    const [name] = (await orderingDiner(gateway)).email.split('@');
    const card = {
      cardId: `demo-card-${name}-frictionless`,
      payerId: `demo-payer-${name}`,
      walletId: 'demo-wallet-elbkantine',
      browserInfo: null,
      ipAddress: '127.0.0.1',
      isReleaseForced: false,
    };
    const paid = await mangopay.begin(
      { key: 'an-allem-vorbei-1', orderKey: reference, amount: 890, returnUrl: gateway.url, card },
      AbortSignal.timeout(5000),
    );
    if (!paid.ok) throw new Error('not paid');
    const error = jest.fn();
    const nothing = {
      onOrderPaid: async () => undefined,
      onMoneyBack: async () => undefined,
      isMeetupOpen: async () => true,
      jobs: { enqueue: async () => undefined },
    };
    const payments = createPaymentService({
      ...nothing,
      database,
      clock,
      log: { error },
      providers: { mangopay, paypal: null },
    });
    for (let times = 0; times < 2; times += 1)
      await payments.applyProviderStatus(stepsOutsideRequest(database), 'mangopay', paid.value.id);
    const moved = (await wholeLedger(gateway)).map(({ kind, amount }) => [kind, amount]);
    return {
      moved,
      said: error.mock.calls.map(([facts]) => z.object({ reference: z.string() }).parse(facts).reference),
    };
  };

  it('is refunded once where its reference has the form of our orders, and is logged', async () => {
    const ours = randomKey();
    expect(await payWithoutOrder(ours)).toEqual({
      moved: [
        ['payin', 890],
        ['refund', 890],
      ],
      said: [ours, ours],
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
  const work = jest.fn(async () => undefined);
  const unlimited: RateLimiter = {
    consume: async () => ({ ok: true }),
    refund: async () => undefined,
    forget: async () => undefined,
  };

  const openRouter = async () => {
    const { database, clock } = await startGateway();
    const router = createWebhookRouter({
      database,
      clock,
      log: { error: () => void work(), warn: () => void work() },
      payments: { applyProviderStatus: work },
      applyPreAuthorizationStatus: work,
      findWebhookId: async () => 'webhook',
      providers: { mangopay: null, paypal: null },
      createRateLimiter: () => unlimited,
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
      expect(work).not.toHaveBeenCalled();
    } finally {
      close();
    }
  });
});
