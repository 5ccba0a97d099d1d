import express from 'express';
import { once } from 'node:events';
import * as z from 'zod/mini';
import type { RateLimiter } from '../../../platform';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createMangopayClient } from '../providers/mangopay/mangopay-client';
import { pressButton, injectFault, createOrderingDiner } from '../testing/counter';
import { waitUntil } from '../../../platform/testing/until';
import { readAtProvider, createCardOwner, CARD_NUMBERS } from '../testing/wallet';
import { createAttemptRepository } from '../repositories/attempt-repository';
import { createWebhookRouter } from './webhook-router';
import { challengedForm, openWebhookTestContext } from '../testing/webhook-test-context';

const { startGateway } = openWebhookTestContext();

afterEach(() => jest.restoreAllMocks());

describe('Mangopay’s hooks', () => {
  const HOUR_MS = 3_600_000;
  const MangopayHooks = z.array(
    z.object({ Id: z.string(), EventType: z.string(), Url: z.string(), Status: z.string() }),
  );

  const mangopayOf = ({ payment: { mangopay } }: TestGateway) => {
    if (mangopay === null) throw new Error('the sandbox stands in for Mangopay');
    const callMangopay = async (httpMethod: string, path: string, body?: object): Promise<Response> => {
      const basicCredentials = Buffer.from(`${mangopay.clientId}:${mangopay.apiKey}`).toString('base64');
      const tokenResponse = await fetch(`${mangopay.baseUrl}/v2.01/oauth/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${basicCredentials}`, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials',
      });
      const { access_token: bearerToken } = z.object({ access_token: z.string() }).parse(await tokenResponse.json());
      return fetch(`${mangopay.baseUrl}/v2.01/${mangopay.clientId}${path}`, {
        method: httpMethod,
        headers: { Authorization: `Bearer ${bearerToken}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    };
    return {
      list: async () => MangopayHooks.parse(await (await callMangopay('GET', '/hooks')).json()),
      change: (id: string, body: object) => callMangopay('PUT', `/hooks/${id}`, body),
    };
  };

  it('are created once, and repaired where they were disabled or moved', async () => {
    const gateway = await startGateway();
    const hookApi = mangopayOf(gateway);
    await gateway.catchUp();
    const createdHooks = await hookApi.list();
    const url = `${gateway.url}/api/payment/hooks/mangopay`;
    const hookEventTypes = [
      ...['PAYIN_NORMAL', 'PAYIN_REFUND', 'PREAUTHORIZATION'].flatMap((objectType) =>
        ['CREATED', 'FAILED', 'SUCCEEDED'].map((objectState) => `${objectType}_${objectState}`),
      ),
      ...['CANCELED', 'EXPIRED', 'VALIDATED'].map((objectState) => `PREAUTHORIZATION_PAYMENT_${objectState}`),
    ];
    expect(createdHooks.map(({ EventType, Url, Status }) => [EventType, Url, Status])).toEqual(
      expect.arrayContaining(hookEventTypes.map((event) => [event, url, 'ENABLED'])),
    );
    expect(createdHooks).toHaveLength(hookEventTypes.length);

    await hookApi.change(createdHooks[0]?.Id ?? '', { Status: 'DISABLED' });
    await hookApi.change(createdHooks[1]?.Id ?? '', { Url: 'https://elsewhere.test/' });
    gateway.clock.advance(HOUR_MS);
    await gateway.catchUp();
    expect(await hookApi.list()).toEqual(createdHooks);
  });

  it('are created by a later run where Mangopay didn’t answer, and settle payments', async () => {
    const gateway = await startGateway();
    const hookApi = mangopayOf(gateway);
    await injectFault(gateway, {
      provider: 'mangopay',
      operation: 'cardRegistration',
      when: 'beforeCommit',
      kind: 'drop',
    });
    await gateway.catchUp();
    expect(await hookApi.list()).toHaveLength(0);
    gateway.clock.advance(HOUR_MS);
    await gateway.catchUp();
    expect(await hookApi.list()).toHaveLength(12);

    gateway.clock.advance(-HOUR_MS);
    const diner = await createOrderingDiner(gateway);
    const { orderKey, SecureModeRedirectURL } = await diner.placeOrder(challengedForm(diner));
    await pressButton(SecureModeRedirectURL ?? '', 'success');
    await waitUntil(async () => (await diner.order(orderKey)).paymentStatus === 'SUCCEEDED');
  });

  it('settle a card before its owner comes back from the bank', async () => {
    const gateway = await startGateway();
    await gateway.catchUp();
    const owner = await createCardOwner(gateway);
    await owner.registerPaymentUser();
    const { cardId, answer } = await owner.addCard(CARD_NUMBERS.challenge);
    await pressButton(answer.SecureModeRedirectURL ?? '', 'success');
    // Waits until Mangopay's event has settled the card. The clock doesn't move, so the job that would check the card
    // two minutes later can't have done it.
    await waitUntil(async () => {
      await gateway.catchUp();
      return (await owner.listCards()).length > 0;
    });
    expect([await owner.listCards(), await owner.findDefaultCard()]).toEqual([[cardId], cardId]);
  });
});

describe('an event of Mangopay about a refund', () => {
  const MangopayRefunds = z.array(z.object({ Id: z.string(), Tag: z.nullable(z.string()) }));

  /** Creates a paid order, and a server that handles Mangopay's events about it. */
  const startListeningServer = async () => {
    const gateway = await startGateway();
    const {
      database,
      clock,
      payment: { mangopay: config },
    } = gateway;
    if (config === null) throw new Error('the sandbox stands in for Mangopay');
    const mangopayProvider = createMangopayClient({
      fetch: (url, requestInit) => fetch(url, requestInit),
      realNow: clock.realNow,
      config,
    });
    const { orderKey, Id } = await (await createOrderingDiner(gateway)).placeOrder();
    const error = jest.fn();
    const unusedDeps = {
      payments: { applyProviderStatus: async () => true },
      applyPreAuthorizationStatus: async () => undefined,
      findWebhookId: async () => null,
    };
    const unlimitedLimiter: RateLimiter = {
      consume: async () => ({ ok: true }),
      refund: async () => undefined,
      forget: async () => undefined,
    };
    const router = createWebhookRouter({
      ...unusedDeps,
      database,
      clock,
      log: { error, warn: () => undefined },
      providers: { mangopay: mangopayProvider, paypal: null },
      createRateLimiter: () => unlimitedLimiter,
    });
    const server = express().use(router).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const serverAddress = server.address();
    const url = `http://127.0.0.1:${typeof serverAddress === 'object' && serverAddress !== null ? serverAddress.port : 0}`;
    return {
      gateway,
      orderKey,
      mangopay: mangopayProvider,
      payInId: Id,
      refunds: async () => MangopayRefunds.parse(await readAtProvider(gateway, `/payins/${Id}/refunds`)),
      tell: (id: string, eventDate = 1): Promise<Response> =>
        fetch(`${url}/api/payment/hooks/mangopay?EventType=PAYIN_REFUND_SUCCEEDED&RessourceId=${id}&Date=${eventDate}`),
      said: () =>
        error.mock.calls.map(([loggedFacts]) =>
          z.object({ provider: z.string(), order: z.string(), refund: z.string() }).parse(loggedFacts),
        ),
      isHeard: async (id: string): Promise<boolean> =>
        createAttemptRepository(database.knex).hasEvent('mangopay', `PAYIN_REFUND_SUCCEEDED ${id}`),
      close: () => server.close(),
    };
  };

  /** Makes a refund at Mangopay without the gateway, as an operator can do on Mangopay's own site. */
  const refundInDashboard = async (
    { mangopay, payInId }: Awaited<ReturnType<typeof startListeningServer>>,
    amount: number,
  ): Promise<string> => {
    const refundResult = await mangopay.refund(
      { key: `nicht-von-uns-${amount}`, paymentId: payInId, refundableId: payInId, amount, payerId: null },
      AbortSignal.timeout(5000),
    );
    if (!refundResult.ok) throw new Error('not given');
    return refundResult.value.id;
  };

  it('is logged once for a refund of others, however often it comes', async () => {
    const webhookServer = await startListeningServer();
    try {
      const [firstRefundId, secondRefundId] = [
        await refundInDashboard(webhookServer, 100),
        await refundInDashboard(webhookServer, 200),
      ];
      await webhookServer.tell(firstRefundId);
      await waitUntil(() => webhookServer.said().length > 0);
      await webhookServer.tell(firstRefundId);
      await webhookServer.tell(firstRefundId, 2);
      await webhookServer.tell(secondRefundId);
      await waitUntil(() => webhookServer.said().some(({ refund }) => refund === secondRefundId));
      expect(webhookServer.said()).toEqual(
        [firstRefundId, secondRefundId].map((refund) => ({
          provider: 'mangopay',
          order: webhookServer.orderKey,
          refund,
        })),
      );
    } finally {
      webhookServer.close();
    }
  });

  it('is ignored for a refund of ours and for an unknown one', async () => {
    const webhookServer = await startListeningServer();
    try {
      const {
        gateway: { url, partnerToken },
        orderKey,
        refunds,
        tell,
        isHeard,
        said,
      } = webhookServer;
      await fetch(`${url}/api/partner/orders/${orderKey}/refund`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${partnerToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ reason: 'mistake', amount: 100 }),
      });
      const [ownRefund] = await refunds();
      await tell('refund_m_none');
      await tell(ownRefund?.Id ?? '');
      await waitUntil(() => isHeard(ownRefund?.Id ?? ''));
      const outsideRefundId = await refundInDashboard(webhookServer, 200);
      await tell(outsideRefundId);
      await waitUntil(() => said().length > 0);
      expect([said().map(({ refund }) => refund), await isHeard('refund_m_none')]).toEqual([[outsideRefundId], false]);
    } finally {
      webhookServer.close();
    }
  });
});
