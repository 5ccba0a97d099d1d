import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { CLOSED_POLICY, type RateLimiter } from '../../../platform';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { outcomeOf } from '../../identity/testing/people';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import { insertPayingRestaurant, createOrderingDiner, runDueJobs } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { readPdfPages } from '../testing/pdf-text';
import { createReceipts } from './receipt-service';

describe('the receipt of an order', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let diner: OrderingDiner;
  beforeAll(async () => {
    gateway = await gateways.start();
    await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
  });
  beforeEach(async () => {
    diner = await createOrderingDiner(gateway);
  });

  const loadReceipt = (
    requestingDiner: OrderingDiner,
    orderKey: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    fetch(`${gateway.url}/api/payment/orders/${orderKey}/receipt.pdf`, {
      headers: { Authorization: `Bearer ${requestingDiner.idToken}`, ...headers },
    });
  const receiptLinesOf = async (receiptResponse: Response): Promise<string[]> =>
    readPdfPages(new Uint8Array(await receiptResponse.arrayBuffer())).flat();
  const errorOutcomeOf = async (receiptResponse: Response): Promise<unknown> =>
    outcomeOf({ status: receiptResponse.status, body: await receiptResponse.json(), headers: receiptResponse.headers });
  const insertRefund = (orderKey: string, amount: number, reason: 'mistake' | null): Promise<void> =>
    gateway.database.write(({ knex }) =>
      createRefundRepository(knex).insert({
        key: `zurück-${orderKey}-${amount}`,
        orderKey,
        amount,
        reason,
        state: 'SUCCEEDED',
        providerKey: `zurück-${orderKey}-${amount}`,
        isAutomatic: false,
        code: null,
        items: [],
        providerId: null,
        createdAt: gateway.clock.now(),
      }),
    );

  it('is a PDF that is sent again only after a refund', async () => {
    const { orderKey } = await diner.placeOrder();
    const receiptResponse = await loadReceipt(diner, orderKey);
    expect(
      ['content-type', 'content-disposition', 'cache-control', 'content-security-policy'].map((headerName) =>
        receiptResponse.headers.get(headerName),
      ),
    ).toEqual([
      'application/pdf',
      'attachment; filename=beleg-2026-06-24.pdf',
      'private, no-cache',
      `${CLOSED_POLICY}; sandbox`,
    ]);
    const responseEtag = receiptResponse.headers.get('etag') ?? '';
    expect(responseEtag).toMatch(/^"[\w-]{27}"$/);
    const { orderId } = await diner.order(orderKey);
    const text = await receiptLinesOf(receiptResponse);
    for (const expectedLine of [
      'Testbeleg: Es ist kein echtes Geld geflossen.',
      'Elbkantine',
      orderId,
      'Linsencurry',
      '8,90\u00a0€',
      '0,58\u00a0€',
    ])
      expect(text).toContain(expectedLine);
    expect((await loadReceipt(diner, orderKey, { 'If-None-Match': responseEtag })).status).toBe(304);
    await insertRefund(orderKey, 300, 'mistake');
    const responseAfterRefund = await loadReceipt(diner, orderKey, { 'If-None-Match': responseEtag });
    expect(responseAfterRefund.status).toBe(200);
    for (const expectedLine of ['24.06.2026: Versehen', '−3,00\u00a0€', '5,90\u00a0€'])
      expect(await receiptLinesOf(responseAfterRefund.clone())).toContain(expectedLine);
  });

  it('names a restaurant that is no longer listed', async () => {
    const { orderKey } = await diner.placeOrder();
    const originalRestaurant = await gateway.database
      .knex('restaurant')
      .where({ key: 'elbkantine' })
      .first('deactivated_at');
    await gateway.database.write(({ knex }) =>
      knex('restaurant').where({ key: 'elbkantine' }).update({ deactivated_at: 1 }),
    );
    expect(await receiptLinesOf(await loadReceipt(diner, orderKey))).toContain('Elbkantine');
    await gateway.database.write(({ knex }) =>
      knex('restaurant')
        .where({ key: 'elbkantine' })
        .update({ ...originalRestaurant }),
    );
  });

  it('names the seller as of the order, like its mails; an order without a stored seller names today’s', async () => {
    const { orderKey } = await diner.placeOrder();
    const orderWithoutSeller = await diner.placeOrder();
    await gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: orderWithoutSeller.orderKey }).update({ seller: null }),
    );
    const queryRestaurant = () => gateway.database.knex('restaurant').where({ key: 'elbkantine' });
    const originalRestaurant = await queryRestaurant().first('name', 'address');
    await gateway.database.write(({ knex }) =>
      knex('restaurant')
        .where({ key: 'elbkantine' })
        .update({
          name: 'Alsterblick',
          address: JSON.stringify({
            placeId: null,
            street: 'Neuer Weg',
            streetNumber: '9',
            postalCode: '20095',
            locality: 'Hamburg',
          }),
        }),
    );
    const receiptLines = await receiptLinesOf(await loadReceipt(diner, orderKey));
    const { seller } = await diner.order(orderKey);
    expect([
      seller?.name,
      receiptLines.includes('Elbkantine'),
      receiptLines.includes('Neuer Weg 9'),
      receiptLines.includes(`${seller?.address.street} ${seller?.address.streetNumber}`),
    ]).toEqual(['Elbkantine', true, false, true]);
    const sellerlessReceiptLines = await receiptLinesOf(await loadReceipt(diner, orderWithoutSeller.orderKey));
    expect([
      (await diner.order(orderWithoutSeller.orderKey)).seller?.name,
      sellerlessReceiptLines.includes('Alsterblick'),
      sellerlessReceiptLines.includes('Neuer Weg 9'),
    ]).toEqual(['Alsterblick', true, true]);
    await fetch(`${gateway.url}/api/partner/orders/${orderKey}/refund`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.partnerToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount: 300, reason: 'mistake' }),
    });
    await runDueJobs(gateway);
    const dinerMails = await (await fetch(`${gateway.sandboxUrl}/mail?to=${diner.email}`)).text();
    expect([dinerMails.includes('bei Elbkantine bekommst du 3,00'), dinerMails.includes('Alsterblick')]).toEqual([
      true,
      false,
    ]);
    await gateway.database.write(({ knex }) =>
      knex('restaurant')
        .where({ key: 'elbkantine' })
        .update({ ...originalRestaurant }),
    );
  });

  it('C25 belongs to its diner alone', async () => {
    const { orderKey } = await diner.placeOrder();
    const otherDiner = await createOrderingDiner(gateway);
    for (const requestedKey of [orderKey, 'unbekannt'])
      expect(await errorOutcomeOf(await loadReceipt(otherDiner, requestedKey))).toEqual([404, 'OrderNotFound']);
  });

  it('is unavailable for an unpaid order and for a refunded payment', async () => {
    const { orderKey } = await diner.placeOrder(diner.form({ paymentOption: 'paypal', debitedCardId: null }));
    expect(await errorOutcomeOf(await loadReceipt(diner, orderKey))).toEqual([409, 'unpaid']);
    await gateway.database.write(({ knex }) => createOrderRepository(knex).setPaymentStatus(orderKey, 'FAILED'));
    await insertRefund(orderKey, 890, null);
    expect(await errorOutcomeOf(await loadReceipt(diner, orderKey))).toEqual([409, 'unpaid']);
  });

  it('is drawn for a few at once; the rest of a hundred requests get a time to retry, and other requests are answered meanwhile', async () => {
    const { orderKey } = await diner.placeOrder();
    const receiptRequests = Array.from({ length: 100 }, () => loadReceipt(diner, orderKey));
    const orderAnswersMeanwhile = await Promise.all(
      [1, 2, 3].map(() => diner.call('GET', `/api/payment/orders/${orderKey}`)),
    );
    expect(orderAnswersMeanwhile.map(({ status }) => status)).toEqual([200, 200, 200]);
    const receiptResponses = await Promise.all(receiptRequests);
    const refusedResponses = receiptResponses.filter(({ status }) => status !== 200);
    expect(receiptResponses.length - refusedResponses.length).toBeGreaterThanOrEqual(20);
    expect(refusedResponses.length).toBeGreaterThan(0);
    expect(
      new Set(refusedResponses.map(({ status, headers }) => `${status} ${headers.get('retry-after') ?? ''}`)),
    ).toEqual(new Set(['503 1']));
    expect((await loadReceipt(diner, orderKey)).status).toBe(200);
  });

  it('is drawn for one user as often as the limit allows', async () => {
    const { orderKey } = await diner.placeOrder();
    const limiterResults: Awaited<ReturnType<RateLimiter['consume']>>[] = [
      { ok: true },
      { ok: false, retryAfterMs: 5_000 },
    ];
    const scriptedLimiter: RateLimiter = {
      consume: async () => limiterResults.shift() ?? { ok: false, retryAfterMs: 0 },
      refund: async () => undefined,
      forget: async () => undefined,
    };
    const findReceipt = createReceipts({
      database: gateway.database,
      payment: gateway.payment,
      drawReceipt: async () => new Uint8Array([1]),
      limiter: scriptedLimiter,
    });
    expect(await findReceipt(diner.uid, orderKey)).toEqual({
      ok: true,
      value: { bytes: new Uint8Array([1]), name: 'beleg-2026-06-24.pdf' },
    });
    expect(await findReceipt(diner.uid, orderKey)).toEqual({
      ok: false,
      error: { code: 'ErrorTooManyAttempts', retryAfterMs: 5_000 },
    });
  });
});
