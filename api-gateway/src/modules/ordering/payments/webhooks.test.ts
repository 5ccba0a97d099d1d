import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import express from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod/mini';
import { randomKey, writeSetting } from '../../../platform';
import type { RateLimiter } from '../../../platform';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createMangopayClient } from '../providers/mangopay/mangopay-client';
import { createPaypalClient } from '../providers/paypal/paypal-client';
import { decide, DISH, giveFault, openKitchen, orderingDiner, wholeLedger } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { until } from '../testing/until';
import { atProvider, cardOwner, NUMBERS } from '../testing/wallet';
import { createAttemptRepository } from '../repositories/attempt-repository';
import { createWebhookRouter } from './webhook-router';
import { stepsOutsideRequest } from './payment-jobs';
import { createPaymentService } from './payment-service';

const gateways = testGateways();
const startGateway = async (environment: Readonly<Record<string, string>> = {}): Promise<TestGateway> => {
  const gateway = await gateways.start({ environment });
  await openKitchen(gateway, { place: aRestaurant(), dish: anOffer() });
  return gateway;
};

/** Counts the requests to the providers, by method and path. */
const questionsTo = ({ sandboxUrl }: TestGateway): (() => string[]) => {
  const spy = jest.spyOn(globalThis, 'fetch');
  return () =>
    spy.mock.calls.flatMap(([url, init]) =>
      typeof url === 'string' && url.startsWith(`${sandboxUrl}/p`)
        ? [`${init?.method ?? 'GET'} ${new URL(url).pathname}`]
        : [],
    );
};
afterEach(() => jest.restoreAllMocks());

// The same cart again would be the same order.
const paypalForm = (diner: OrderingDiner, amount: number): object =>
  diner.form({
    paymentOption: 'paypal',
    debitedCardId: null,
    items: [{ mealKey: DISH, amount, price: 890 }],
    totalPrice: 890 * amount,
  });
const challengedForm = (diner: OrderingDiner): object =>
  diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge` });

const hint = ({ url }: TestGateway, id: string, date: number): Promise<Response> =>
  fetch(`${url}/api/payment/hooks/mangopay?EventType=PAYIN_NORMAL_SUCCEEDED&RessourceId=${id}&Date=${date}`);

describe('an event of PayPal', () => {
  it('is sent back for verification byte for byte', async () => {
    const gateway = await startGateway();
    await gateway.catchUp();
    const spy = jest.spyOn(globalThis, 'fetch');
    const sent =
      '{ "id":"WH-1",  "resource": {"id":"ORDER-1", "amount": 1.0, "note":"M\\u00fcsli", "twice":1, "twice":2 } }';
    await fetch(`${gateway.url}/api/payment/hooks/paypal`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: sent,
    });
    const verifying = () =>
      spy.mock.calls.find(([url]) => typeof url === 'string' && url.endsWith('/verify-webhook-signature'));
    await until(() => verifying() !== undefined);
    expect(String(verifying()?.[1]?.body)).toMatch(/^\{"auth_algo":/);
    expect(String(verifying()?.[1]?.body).endsWith(`,"webhook_event":${sent}}`)).toBe(true);
  });

  interface Told {
    readonly headers: Record<string, string>;
    readonly body: string;
  }

  /** Receives PayPal's events in place of the gateway, under the gateway's own webhook. */
  const listenInsteadOf = async (gateway: TestGateway) => {
    const told: Told[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(request.headers).flatMap(([name, value]) =>
              name.startsWith('paypal-') && typeof value === 'string' ? [[name, value]] : [],
            ),
          );
          told.push({ headers, body: Buffer.concat(chunks).toString('utf8') });
          response.end('{}');
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const client = paypalOf(gateway);
    const webhook = await client.webhooks.ensure(
      `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`,
      AbortSignal.timeout(5000),
    );
    const webhookId = webhook.ok ? webhook.value : null;
    if (webhookId === null) throw new Error('PayPal has registered no webhook');
    await gateway.database.write((tx) => writeSetting(tx.knex, 'paypalWebhookId', webhookId));
    return {
      async next(): Promise<Told> {
        await until(() => told.length > 0);
        const [first] = told.splice(0, 1);
        if (first === undefined) throw new Error('nothing was told');
        return first;
      },
      close: () => server.close(),
    };
  };

  const paypalOf = ({ payment, clock }: TestGateway) => {
    if (payment.paypal === null) throw new Error('the sandbox stands in for PayPal');
    return createPaypalClient({
      fetch: (url, init) => fetch(url, init),
      realNow: clock.realNow,
      config: payment.paypal,
    });
  };

  const tell = ({ url }: TestGateway, { headers, body }: Told): Promise<Response> =>
    fetch(`${url}/api/payment/hooks/paypal`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });

  it('is followed where PayPal has signed it, and ignored where it is forged', async () => {
    const gateway = await startGateway();
    const [diner, other] = [await orderingDiner(gateway), await orderingDiner(gateway)];
    const paypal = await listenInsteadOf(gateway);
    try {
      // The payment is captured, and the gateway doesn't know: only the event can tell it.
      const captured = async (
        who: OrderingDiner,
        amount: number,
      ): Promise<{ readonly orderKey: string; readonly id: string; readonly event: Told }> => {
        const { orderKey, Id, links } = await who.ordered(paypalForm(who, amount));
        await decide(links[0]?.href ?? '', 'approve');
        expect((await paypalOf(gateway).capture(Id, `capture-${Id}`, AbortSignal.timeout(5000))).ok).toBe(true);
        let event = await paypal.next();
        while (!event.body.includes('PAYMENT.CAPTURE.COMPLETED')) event = await paypal.next();
        return { orderKey, id: Id, event };
      };
      const [mine, forged] = [await captured(diner, 1), await captured(other, 2)];
      const asked = questionsTo(gateway);
      const verified = (): number =>
        asked().filter((question) => question.endsWith('/verify-webhook-signature')).length;
      const lies: readonly Told[] = [
        { ...forged.event, headers: { ...forged.event.headers, 'paypal-transmission-sig': 'bGll' } },
        { ...forged.event, body: forged.event.body.replace('17.80', '0.01') },
        { ...mine.event, body: forged.event.body },
        { headers: {}, body: forged.event.body },
      ];
      for (const lie of lies) expect((await tell(gateway, lie)).status).toBe(200);
      await until(() => verified() === lies.length);
      expect((await tell(gateway, mine.event)).status).toBe(200);
      await until(async () => (await diner.order(mine.orderKey)).paymentStatus === 'SUCCEEDED');
      expect((await other.order(forged.orderKey)).paymentStatus).toBe('CREATED');
      expect(asked().filter((question) => question.startsWith('GET '))).toEqual([
        `GET /paypal/v2/checkout/orders/${mine.id}`,
      ]);
    } finally {
      paypal.close();
    }
  });
});

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
  /** Pays with Mangopay without an order, and sends its event twice. Returns the movements of money and the log. */
  const strayed = async (reference: string) => {
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
    expect(await strayed(ours)).toEqual({
      moved: [
        ['payin', 890],
        ['refund', 890],
      ],
      said: [ours, ours],
    });
  });

  it('is left alone where its reference has another form, and is logged', async () => {
    expect(await strayed('Rechnung 4711')).toEqual({
      moved: [['payin', 890]],
      said: ['Rechnung 4711', 'Rechnung 4711'],
    });
  });
});

describe('Mangopay’s hooks', () => {
  const HOUR = 3_600_000;
  const Hooks = z.array(z.object({ Id: z.string(), EventType: z.string(), Url: z.string(), Status: z.string() }));

  const mangopayOf = ({ payment: { mangopay } }: TestGateway) => {
    if (mangopay === null) throw new Error('the sandbox stands in for Mangopay');
    const call = async (method: string, path: string, body?: object): Promise<Response> => {
      const basic = Buffer.from(`${mangopay.clientId}:${mangopay.apiKey}`).toString('base64');
      const token = await fetch(`${mangopay.baseUrl}/v2.01/oauth/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${basic}`, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials',
      });
      const { access_token: bearer } = z.object({ access_token: z.string() }).parse(await token.json());
      return fetch(`${mangopay.baseUrl}/v2.01/${mangopay.clientId}${path}`, {
        method,
        headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    };
    return {
      list: async () => Hooks.parse(await (await call('GET', '/hooks')).json()),
      change: (id: string, body: object) => call('PUT', `/hooks/${id}`, body),
    };
  };

  it('are created once, and repaired where they were disabled or moved', async () => {
    const gateway = await startGateway();
    const mangopay = mangopayOf(gateway);
    await gateway.catchUp();
    const made = await mangopay.list();
    const url = `${gateway.url}/api/payment/hooks/mangopay`;
    const events = [
      ...['PAYIN_NORMAL', 'PAYIN_REFUND', 'PREAUTHORIZATION'].flatMap((thing) =>
        ['CREATED', 'FAILED', 'SUCCEEDED'].map((state) => `${thing}_${state}`),
      ),
      ...['CANCELED', 'EXPIRED', 'VALIDATED'].map((state) => `PREAUTHORIZATION_PAYMENT_${state}`),
    ];
    expect(made.map(({ EventType, Url, Status }) => [EventType, Url, Status])).toEqual(
      expect.arrayContaining(events.map((event) => [event, url, 'ENABLED'])),
    );
    expect(made).toHaveLength(events.length);

    await mangopay.change(made[0]?.Id ?? '', { Status: 'DISABLED' });
    await mangopay.change(made[1]?.Id ?? '', { Url: 'https://elsewhere.test/' });
    gateway.clock.advance(HOUR);
    await gateway.catchUp();
    expect(await mangopay.list()).toEqual(made);
  });

  it('are created by a later run where Mangopay didn’t answer, and settle payments', async () => {
    const gateway = await startGateway();
    const mangopay = mangopayOf(gateway);
    await giveFault(gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'beforeCommit',
      kind: 'drop',
    });
    await gateway.catchUp();
    expect(await mangopay.list()).toHaveLength(0);
    gateway.clock.advance(HOUR);
    await gateway.catchUp();
    expect(await mangopay.list()).toHaveLength(12);

    gateway.clock.advance(-HOUR);
    const diner = await orderingDiner(gateway);
    const { orderKey, SecureModeRedirectURL } = await diner.ordered(challengedForm(diner));
    await decide(SecureModeRedirectURL ?? '', 'success');
    await until(async () => (await diner.order(orderKey)).paymentStatus === 'SUCCEEDED');
  });

  it('settle a card before its owner comes back from the bank', async () => {
    const gateway = await startGateway();
    await gateway.catchUp();
    const owner = await cardOwner(gateway);
    await owner.join();
    const { cardId, answer } = await owner.added(NUMBERS.challenge);
    await decide(answer.SecureModeRedirectURL ?? '', 'success');
    // No time passes: without the event the job would look two minutes later.
    await until(async () => {
      await gateway.catchUp();
      return (await owner.cards()).length > 0;
    });
    expect([await owner.cards(), await owner.defaultCard()]).toEqual([[cardId], cardId]);
  });
});

describe('an event of Mangopay about a refund', () => {
  const Refunds = z.array(z.object({ Id: z.string(), Tag: z.nullable(z.string()) }));

  /** Creates a paid order, and a router of Mangopay's events of it. */
  const listening = async () => {
    const gateway = await startGateway();
    const {
      database,
      clock,
      payment: { mangopay: config },
    } = gateway;
    if (config === null) throw new Error('the sandbox stands in for Mangopay');
    const mangopay = createMangopayClient({ fetch: (url, init) => fetch(url, init), realNow: clock.realNow, config });
    const { orderKey, Id } = await (await orderingDiner(gateway)).ordered();
    const error = jest.fn();
    const nothing = {
      payments: { applyProviderStatus: async () => undefined },
      applyPreAuthorizationStatus: async () => undefined,
      findWebhookId: async () => null,
    };
    const unlimited: RateLimiter = {
      consume: async () => ({ ok: true }),
      refund: async () => undefined,
      forget: async () => undefined,
    };
    const router = createWebhookRouter({
      ...nothing,
      database,
      clock,
      log: { error, warn: () => undefined },
      providers: { mangopay, paypal: null },
      createRateLimiter: () => unlimited,
    });
    const server = express().use(router).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    return {
      gateway,
      orderKey,
      mangopay,
      payInId: Id,
      refunds: async () => Refunds.parse(await atProvider(gateway, `/payins/${Id}/refunds`)),
      tell: (id: string, date = 1): Promise<Response> =>
        fetch(`${url}/api/payment/hooks/mangopay?EventType=PAYIN_REFUND_SUCCEEDED&RessourceId=${id}&Date=${date}`),
      said: () =>
        error.mock.calls.map(([facts]) =>
          z.object({ provider: z.string(), order: z.string(), refund: z.string() }).parse(facts),
        ),
      isHeard: async (id: string): Promise<boolean> =>
        createAttemptRepository(database.knex).hasEvent('mangopay', `PAYIN_REFUND_SUCCEEDED ${id}`),
      close: () => server.close(),
    };
  };

  /** Refunds at Mangopay without the gateway, as at Mangopay's own site. */
  const givenOutside = async (
    { mangopay, payInId }: Awaited<ReturnType<typeof listening>>,
    amount: number,
  ): Promise<string> => {
    const given = await mangopay.refund(
      { key: `nicht-von-uns-${amount}`, paymentId: payInId, refundableId: payInId, amount, payerId: null },
      AbortSignal.timeout(5000),
    );
    if (!given.ok) throw new Error('not given');
    return given.value.id;
  };

  it('is logged once for a refund of others, however often it comes', async () => {
    const kitchen = await listening();
    try {
      const [first, second] = [await givenOutside(kitchen, 100), await givenOutside(kitchen, 200)];
      await kitchen.tell(first);
      await until(() => kitchen.said().length > 0);
      await kitchen.tell(first);
      await kitchen.tell(first, 2);
      await kitchen.tell(second);
      await until(() => kitchen.said().some(({ refund }) => refund === second));
      expect(kitchen.said()).toEqual(
        [first, second].map((refund) => ({ provider: 'mangopay', order: kitchen.orderKey, refund })),
      );
    } finally {
      kitchen.close();
    }
  });

  it('is ignored for a refund of ours and for an unknown one', async () => {
    const kitchen = await listening();
    try {
      const {
        gateway: { url, partnerToken },
        orderKey,
        refunds,
        tell,
        isHeard,
        said,
      } = kitchen;
      await fetch(`${url}/api/partner/orders/${orderKey}/refund`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${partnerToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ reason: 'mistake', amount: 100 }),
      });
      const [ours] = await refunds();
      await tell('refund_m_none');
      await tell(ours?.Id ?? '');
      await until(() => isHeard(ours?.Id ?? ''));
      const foreign = await givenOutside(kitchen, 200);
      await tell(foreign);
      await until(() => said().length > 0);
      expect([said().map(({ refund }) => refund), await isHeard('refund_m_none')]).toEqual([[foreign], false]);
    } finally {
      kitchen.close();
    }
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
      log: { error: work, warn: work },
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
