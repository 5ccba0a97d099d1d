import express from 'express';
import { once } from 'node:events';
import * as z from 'zod/mini';
import type { RateLimiter } from '../../../platform';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createMangopayClient } from '../providers/mangopay/mangopay-client';
import { decide, injectFault, orderingDiner } from '../testing/counter';
import { until } from '../testing/until';
import { atProvider, cardOwner, NUMBERS } from '../testing/wallet';
import { createAttemptRepository } from '../repositories/attempt-repository';
import { createWebhookRouter } from './webhook-router';
import { challengedForm, openWebhookDesk } from '../testing/webhook-desk';

const { startGateway } = openWebhookDesk();

afterEach(() => jest.restoreAllMocks());

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
    await injectFault(gateway, {
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
    // The clock stands still, so only the event can settle the card: without it, a job would check two minutes later.
    await until(async () => {
      await gateway.catchUp();
      return (await owner.cards()).length > 0;
    });
    expect([await owner.cards(), await owner.defaultCard()]).toEqual([[cardId], cardId]);
  });
});

describe('an event of Mangopay about a refund', () => {
  const Refunds = z.array(z.object({ Id: z.string(), Tag: z.nullable(z.string()) }));

  /** Creates a paid order, and a server that handles Mangopay's events about it. */
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

  /** Makes a refund at Mangopay without the gateway, as an operator can on Mangopay's own site. */
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
