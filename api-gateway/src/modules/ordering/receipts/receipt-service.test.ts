import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import type { RateLimiter } from '../../../platform';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { outcomeOf } from '../../identity/testing/people';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import { insertPayingRestaurant, createOrderingDiner, runDueJobs } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { pdfPages } from '../testing/pdf-text';
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

  const load = (
    who: OrderingDiner,
    orderKey: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    fetch(`${gateway.url}/api/payment/orders/${orderKey}/receipt.pdf`, {
      headers: { Authorization: `Bearer ${who.idToken}`, ...headers },
    });
  const textOf = async (answer: Response): Promise<string[]> =>
    pdfPages(new Uint8Array(await answer.arrayBuffer())).flat();
  const outcome = async (answer: Response): Promise<unknown> =>
    outcomeOf({ status: answer.status, body: await answer.json(), headers: answer.headers });
  const giveBack = (orderKey: string, amount: number, reason: 'mistake' | null): Promise<void> =>
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
    const answer = await load(diner, orderKey);
    expect(
      ['content-type', 'content-disposition', 'cache-control', 'content-security-policy'].map((name) =>
        answer.headers.get(name),
      ),
    ).toEqual([
      'application/pdf',
      'attachment; filename=beleg-2026-06-24.pdf',
      'private, no-cache',
      "default-src 'none'; sandbox",
    ]);
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const { orderId } = await diner.order(orderKey);
    const text = await textOf(answer);
    for (const line of [
      'Testbeleg: Es ist kein echtes Geld geflossen.',
      'Elbkantine',
      orderId,
      'Linsencurry',
      '8,90\u00a0€',
      '0,58\u00a0€',
    ])
      expect(text).toContain(line);
    expect((await load(diner, orderKey, { 'If-None-Match': etag })).status).toBe(304);
    await giveBack(orderKey, 300, 'mistake');
    const after = await load(diner, orderKey, { 'If-None-Match': etag });
    expect(after.status).toBe(200);
    for (const line of ['24.06.2026: Versehen', '−3,00\u00a0€', '5,90\u00a0€'])
      expect(await textOf(after.clone())).toContain(line);
  });

  it('names a restaurant that is no longer listed', async () => {
    const { orderKey } = await diner.placeOrder();
    const original = await gateway.database.knex('restaurant').where({ key: 'elbkantine' }).first('deactivated_at');
    await gateway.database.write(({ knex }) =>
      knex('restaurant').where({ key: 'elbkantine' }).update({ deactivated_at: 1 }),
    );
    expect(await textOf(await load(diner, orderKey))).toContain('Elbkantine');
    await gateway.database.write(({ knex }) =>
      knex('restaurant')
        .where({ key: 'elbkantine' })
        .update({ ...original }),
    );
  });

  it('names the seller as of the order, like its mails; an order without a stored seller names today’s', async () => {
    const { orderKey } = await diner.placeOrder();
    const before = await diner.placeOrder();
    await gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: before.orderKey }).update({ seller: null }),
    );
    const restaurants = () => gateway.database.knex('restaurant').where({ key: 'elbkantine' });
    const original = await restaurants().first('name', 'address');
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
    const paper = await textOf(await load(diner, orderKey));
    const { seller } = await diner.order(orderKey);
    expect([
      seller?.name,
      paper.includes('Elbkantine'),
      paper.includes('Neuer Weg 9'),
      paper.includes(`${seller?.address.street} ${seller?.address.streetNumber}`),
    ]).toEqual(['Elbkantine', true, false, true]);
    const older = await textOf(await load(diner, before.orderKey));
    expect([
      (await diner.order(before.orderKey)).seller?.name,
      older.includes('Alsterblick'),
      older.includes('Neuer Weg 9'),
    ]).toEqual(['Alsterblick', true, true]);
    await fetch(`${gateway.url}/api/partner/orders/${orderKey}/refund`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.partnerToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount: 300, reason: 'mistake' }),
    });
    await runDueJobs(gateway);
    const mails = await (await fetch(`${gateway.sandboxUrl}/mail?to=${diner.email}`)).text();
    expect([mails.includes('bei Elbkantine bekommst du 3,00'), mails.includes('Alsterblick')]).toEqual([true, false]);
    await gateway.database.write(({ knex }) =>
      knex('restaurant')
        .where({ key: 'elbkantine' })
        .update({ ...original }),
    );
  });

  it('C25 belongs to its diner alone', async () => {
    const { orderKey } = await diner.placeOrder();
    const other = await createOrderingDiner(gateway);
    for (const key of [orderKey, 'unbekannt'])
      expect(await outcome(await load(other, key))).toEqual([404, 'OrderNotFound']);
  });

  it('is unavailable for an unpaid order and for a refunded payment', async () => {
    const { orderKey } = await diner.placeOrder(diner.form({ paymentOption: 'paypal', debitedCardId: null }));
    expect(await outcome(await load(diner, orderKey))).toEqual([409, 'unpaid']);
    await gateway.database.write(({ knex }) => createOrderRepository(knex).setPaymentStatus(orderKey, 'FAILED'));
    await giveBack(orderKey, 890, null);
    expect(await outcome(await load(diner, orderKey))).toEqual([409, 'unpaid']);
  });

  it('is drawn for a few at once; the rest of a thousand requests get a time to retry, and other requests are answered meanwhile', async () => {
    const { orderKey } = await diner.placeOrder();
    const rush = Array.from({ length: 1_000 }, () => load(diner, orderKey));
    const beside = await Promise.all([1, 2, 3].map(() => diner.call('GET', `/api/payment/orders/${orderKey}`)));
    expect(beside.map(({ status }) => status)).toEqual([200, 200, 200]);
    const answers = await Promise.all(rush);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ status, headers }) => `${status} ${headers.get('retry-after') ?? ''}`))).toEqual(
      new Set(['503 1']),
    );
    expect((await load(diner, orderKey)).status).toBe(200);
  });

  it('is drawn for one user as often as the limit allows', async () => {
    const { orderKey } = await diner.placeOrder();
    const verdicts: Awaited<ReturnType<RateLimiter['consume']>>[] = [{ ok: true }, { ok: false, retryAfterMs: 5_000 }];
    const limiter: RateLimiter = {
      consume: async () => verdicts.shift() ?? { ok: false, retryAfterMs: 0 },
      refund: async () => undefined,
      forget: async () => undefined,
    };
    const find = createReceipts({
      database: gateway.database,
      payment: gateway.payment,
      drawReceipt: async () => new Uint8Array([1]),
      limiter,
    });
    expect(await find(diner.uid, orderKey)).toEqual({
      ok: true,
      value: { bytes: new Uint8Array([1]), name: 'beleg-2026-06-24.pdf' },
    });
    expect(await find(diner.uid, orderKey)).toEqual({
      ok: false,
      error: { code: 'ErrorTooManyAttempts', retryAfterMs: 5_000 },
    });
  });
});
