import { ErrorBody, meTopic, Notification, ok, Order, PartnerOrder, partnerTopic } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { refundEndsAt } from '@mahlzeit/contract/rules';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Steps } from '../../../platform';
import { connectLive } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createPartnerTokens } from '../../discovery';
import type { EmailMessage } from '../../mail';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import { presentPartnerOrder } from '../counter/counter-service';
import { createPaypalClient } from '../providers/paypal/paypal-client';
import type { Answered, ProviderRefund } from '../providers/port/payment-provider';
import {
  chargedFor,
  decide,
  DISH,
  giveFault,
  ledgerOf,
  openKitchen,
  orderingDiner,
  PLACE,
  tick,
} from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { NO_REASON } from './settle-refund';
import { bindRefundJob } from './refund-job';
import { createRefundedNews, createGivenUpNews } from './refund-news';
import { createRefundService } from './refund-service';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOON = Date.parse('2026-06-24T11:30:00+02:00');

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
beforeAll(async () => {
  gateway = await gateways.start();
  await openKitchen(gateway, { place: aRestaurant(), dish: anOffer() });
});
beforeEach(async () => {
  gateway.clock.moveTo(NOON);
  diner = await orderingDiner(gateway);
});
afterEach(() => fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' }));

const refund = async (orderKey: string, form: object, key?: string) => {
  const answer = await fetch(`${gateway.url}/api/partner/orders/${orderKey}/refund`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${gateway.partnerToken}`,
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    body: JSON.stringify({ reason: 'mistake', ...form }),
  });
  const body: unknown = await answer.json();
  return {
    status: answer.status,
    body,
    outcome: answer.status === 200 ? [200] : [answer.status, ErrorBody.parse(body).code],
  };
};

const given = async (orderKey: string): Promise<number[]> =>
  (await ledgerOf(gateway, orderKey))
    .filter(({ kind, status }) => kind === 'refund' && status === 'SUCCEEDED')
    .map(({ amount }) => amount);
const shown = async (orderKey: string): Promise<number[]> =>
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
/** Runs the jobs that are due. */
const later = async (ms = MINUTE): Promise<void> => {
  gateway.clock.advance(ms);
  await tick(gateway);
  await tick(gateway);
};
const rowsOf = (orderKey: string) => createRefundRepository(gateway.database.knex).listOf([orderKey]);

const paidWithPaypal = async () => {
  const answer = await diner.ordered(diner.form({ paymentOption: 'paypal', debitedCardId: null }));
  await decide(answer.links[0]?.href ?? '', 'approve');
  await diner.call('POST', `/api/payment/orders/${answer.Id}/capture`, {});
  return answer;
};

describe('a refund by the restaurant', () => {
  it.each([
    ['card', () => diner.ordered()],
    ['PayPal', paidWithPaypal],
  ])('goes back in part and then whole by %s, and shows on every page of the diner', async (_how, pay) => {
    const { orderKey } = await pay();
    const page = await connectLive(gateway.url, { token: diner.idToken });
    page.say({ op: 'sub', id: 'me', topic: meTopic });
    await page.next('live');
    const first = await refund(orderKey, { amount: 300, reason: 'restaurant_declined_sold_out' });
    expect(PartnerOrder.parse(first.body)).toMatchObject({
      key: orderKey,
      status: 'CanceledByRestaurant',
      refunded: [{ amount: 300, reason: 'restaurant_declined_sold_out', date: expect.any(Number) }],
      customer: expect.any(String),
    });
    const [begun, gone] = [await page.next('delta'), await page.next('delta')];
    page.cut();
    expect(begun.ops).toMatchObject([
      { key: orderKey, value: { refunded: [], openRefunds: [{ amount: 300, isRefused: false }] } },
    ]);
    expect(gone.ops).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'put',
          collection: 'orders',
          key: orderKey,
          value: await diner.order(orderKey),
        }),
      ]),
    );
    gateway.clock.advance(1000);
    expect((await refund(orderKey, { amount: 590 })).outcome).toEqual([200]);
    expect([await given(orderKey), await shown(orderKey), await chargedFor(gateway, orderKey)]).toEqual([
      [300, 590],
      [300, 590],
      0,
    ]);
  });

  it('is mailed to the diner once, with amount, reason and duration', async () => {
    const { orderKey } = await diner.ordered();
    await refund(orderKey, { amount: 300, reason: 'restaurant_declined_no_capacity' }, 'einmal');
    await refund(orderKey, { amount: 300, reason: 'restaurant_declined_no_capacity' }, 'einmal');
    await later();
    expect(await noticesOf()).toMatchObject([
      { title: '3,00\u00a0€ zurück', text: 'Elbkantine: kein Platz mehr.', route: `order/${orderKey}` },
    ]);
    const mails = await mailsOf();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(
      /Elbkantine bekommst du 3,00\u00a0€ zurück\. Grund: kein Platz mehr\.[^]*Karte[^]*zehn Werktage/,
    );
  });

  it('is mailed without a restaurant where the seller is unknown', async () => {
    const { orderKey } = await diner.ordered();
    const [refunded] = [await createOrderRepository(gateway.database.knex).find(orderKey)];
    if (refunded === null) throw new Error('the order is there');
    const tell = createRefundedNews({
      clock: gateway.clock,
      outbox: { enqueue: async () => undefined },
      publicUrl: 'http://mahlzeit.test',
    });
    const given = {
      key: 'zurueck',
      orderKey,
      amount: 300,
      reason: 'mistake' as const,
      state: 'SUCCEEDED' as const,
      providerKey: 'zurueck',
      isAutomatic: false,
      code: null,
      items: [],
      providerId: null,
      createdAt: 0,
      refusedAt: null,
    };
    await gateway.database.write((tx) =>
      tell(tx, { order: { ...refunded, seller: null, restaurantKey: 'verschwunden' }, refund: given }),
    );
    expect(await noticesOf()).toMatchObject([{ text: 'Grund: Versehen.' }]);
  });

  it('names restaurant, reason and payment in the mail to support, as far as they are known', async () => {
    const { orderKey, Id } = await diner.ordered();
    const messages: EmailMessage[] = [];
    const tell = createGivenUpNews({
      clock: gateway.clock,
      outbox: { enqueue: async (_tx, message) => void messages.push(message) },
      publicUrl: 'http://mahlzeit.test',
      log: { error: () => undefined },
      paymentSupportEmail: 'zahlung@mahlzeit.test',
    });
    const refused = {
      key: 'aufgegeben',
      orderKey,
      amount: 890,
      reason: 'mistake' as const,
      state: 'FAILED' as const,
      providerKey: 'aufgegeben',
      isAutomatic: true,
      items: [],
      providerId: null,
      createdAt: 0,
      refusedAt: 0,
    };
    const giveUp = (code: string | null) => gateway.database.write((tx) => tell(tx, { ...refused, code }));
    await giveUp('001403');
    await gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: orderKey }).update({ seller: null, restaurant_key: 'verschwunden' }),
    );
    await giveUp(NO_REASON);
    const [told, delayed] = [
      { kind: 'refundGivenUp', to: 'zahlung@mahlzeit.test', orderKey, payInId: Id },
      { kind: 'refundDelayed', to: diner.email },
    ];
    expect(messages).toMatchObject([
      { ...told, place: 'Elbkantine', code: '001403' },
      { ...delayed, place: 'Elbkantine' },
      { ...told, place: '', code: '' },
      { ...delayed, place: '' },
    ]);
  });

  it('counts its pieces, and never more than the line has', async () => {
    const { orderKey } = await diner.ordered(
      diner.form({ items: [{ mealKey: DISH, amount: 3, price: 890 }], totalPrice: 2670 }),
    );
    const [item] = (await diner.order(orderKey)).items;
    const key = item?.key ?? '';
    expect((await refund(orderKey, { amount: 890, items: [{ key, amount: 1 }] })).outcome).toEqual([200]);
    expect((await diner.order(orderKey)).items).toMatchObject([{ amount: 3, refundedAmount: 1 }]);
    expect([
      (await refund(orderKey, { amount: 100, items: [{ key, amount: 3 }] })).outcome,
      (
        await refund(orderKey, {
          amount: 100,
          items: [
            { key, amount: 1 },
            { key, amount: 2 },
          ],
        })
      ).outcome,
      (await refund(orderKey, { amount: 100, items: [{ key: 'keine', amount: 1 }] })).outcome,
      (await refund(orderKey, { amount: 1780, items: [{ key, amount: 2 }] })).outcome,
    ]).toEqual([[400, 'invalidRequest'], [400, 'invalidRequest'], [400, 'invalidRequest'], [200]]);
    expect([(await diner.order(orderKey)).items[0]?.refundedAmount, await given(orderKey)]).toEqual([3, [890, 1780]]);
  });
});

describe('a refund is refused', () => {
  it('for an unpaid or unknown order', async () => {
    const { orderKey } = await diner.ordered(
      diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge` }),
    );
    expect([
      (await refund(orderKey, { amount: 890 })).outcome,
      (await refund('keine', { amount: 890 })).outcome,
    ]).toEqual([
      [409, 'OrderNotCancelable'],
      [404, 'notFound'],
    ]);
  });

  it.each([
    ['more than is left', 591, 0, [422, 'refundExceedsAmount']],
    ['the rest', 590, 0, [200]],
    ['the same once more that day', 300, 0, [422, 'refundOncePerDay']],
    ['the same on the next day', 300, DAY, [200]],
  ])('%s', async (_what, amount, passes, outcome) => {
    const { orderKey } = await diner.ordered();
    await refund(orderKey, { amount: 300 });
    gateway.clock.moveTo(NOON + passes);
    expect((await refund(orderKey, { amount })).outcome).toEqual(outcome);
    expect(await given(orderKey)).toEqual(outcome[0] === 200 ? [300, amount] : [300]);
  });

  it.each([
    [0, [200]],
    [1, [422, 'refundWindowExpired']],
  ])('%i ms after eleven months', async (late, outcome) => {
    const { orderKey } = await diner.ordered();
    gateway.clock.moveTo(refundEndsAt(await diner.order(orderKey)) + late);
    expect((await refund(orderKey, { amount: 300 })).outcome).toEqual(outcome);
  });

  it.each([[{ amount: 0 }], [{ amount: 1.5 }], [{ amount: -300 }], [{ amount: 300, reason: 'because' }]])(
    'for %j',
    async (form) => {
      const { orderKey } = await diner.ordered();
      expect((await refund(orderKey, form)).outcome).toEqual([400, 'invalidRequest']);
    },
  );

  it('for an order of another restaurant', async () => {
    const { orderKey } = await diner.ordered();
    const { service, steps } = serviceWith(async () => ok({ id: 'R1', state: 'SUCCEEDED', code: null }));
    expect(
      await service.refund(
        steps(),
        { restaurantKey: 'anderswo' },
        { orderKey, form: { amount: 300, reason: 'mistake' } },
      ),
    ).toEqual({ ok: false, error: 'notFound' });
    expect(await rowsOf(orderKey)).toEqual([]);
  });
});

describe('two refunds at once', () => {
  it('never exceed the payment', async () => {
    const { orderKey } = await diner.ordered();
    const outcomes = await Promise.all(
      [500, 501, 502, 389].map(async (amount) => ({ amount, outcome: (await refund(orderKey, { amount })).outcome })),
    );
    const ascending = (amounts: readonly number[]): number[] => amounts.toSorted((a, b) => a - b);
    const accepted = ascending(outcomes.filter(({ outcome }) => outcome[0] === 200).map(({ amount }) => amount));
    // The order of the refunds isn't defined. Each pair with 389 in it, except one, is more than was paid.
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.reduce((all, amount) => all + amount, 0)).toBeLessThanOrEqual(890);
    expect([
      ascending(await given(orderKey)),
      ascending(await shown(orderKey)),
      await chargedFor(gateway, orderKey),
    ]).toEqual([accepted, accepted, 890 - accepted.reduce((all, amount) => all + amount, 0)]);
    expect(outcomes.filter(({ outcome }) => outcome[0] !== 200).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 4 - accepted.length }, () => [422, 'refundExceedsAmount']),
    );
  });

  it('under one key are one refund', async () => {
    const { orderKey } = await diner.ordered();
    const outcomes = await Promise.all(
      [1, 2, 3].map(async () => (await refund(orderKey, { amount: 300 }, 'doppelt')).outcome[0]),
    );
    expect([
      outcomes.includes(200),
      outcomes.every((status) => status === 200 || status === 409),
      await given(orderKey),
    ]).toEqual([true, true, [300]]);
  });
});

describe('a refund with an open outcome', () => {
  const consoleOf = async () => {
    const token = await createPartnerTokens(gateway).issue(PLACE);
    const page = await connectLive(gateway.url, { token: token.ok ? token.value : '' });
    page.say({ op: 'sub', id: partnerTopic(PLACE), topic: partnerTopic(PLACE) });
    await page.next('live');
    return page;
  };
  const openIn = (delta: { readonly ops: readonly object[] }) =>
    z
      .array(z.object({ value: PartnerOrder }))
      .parse(delta.ops)
      .map(({ value }) => value.openRefunds);

  it('appears at the counter while it is on its way, and after a refusal until the restaurant asks again', async () => {
    const { orderKey } = await diner.ordered();
    const page = await consoleOf();
    await giveFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'drop' });
    expect((await refund(orderKey, { amount: 300 })).outcome).toEqual([503, 'providerUnavailable']);
    const asked = { amount: 300, reason: 'mistake', date: expect.any(Number), isRefused: false };
    expect(openIn(await page.next('delta'))).toEqual([[asked]]);
    await giveFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode: '001999' });
    await later();
    expect(openIn(await page.next('delta'))).toEqual([[{ ...asked, isRefused: true, code: '001999' }]]);
    const again = await refund(orderKey, { amount: 300 });
    expect([again.outcome, PartnerOrder.parse(again.body)]).toMatchObject([
      [200],
      { openRefunds: [], refunded: [{ amount: 300 }] },
    ]);
    expect([openIn(await page.next('delta')), openIn(await page.next('delta'))]).toMatchObject([
      [[{ amount: 300, isRefused: false }]],
      [[]],
    ]);
    page.cut();
  });

  it.each([
    ['card', () => diner.ordered(), '005405', '005405'],
    ['card, which names no code of a result', () => diner.ordered(), 'param_error', '001999'],
    ['PayPal', paidWithPaypal, 'PAYEE_ACCOUNT_RESTRICTED', 'PAYEE_ACCOUNT_RESTRICTED'],
  ])(
    'C22 shows the provider’s code at open consoles and at later ones where it is refused: %s',
    async (_how, pay, resultCode, code) => {
      const { orderKey } = await pay();
      const page = await consoleOf();
      await giveFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode });
      expect((await refund(orderKey, { amount: 300, reason: 'no_time' })).outcome[0]).toBe(402);
      const asked = { amount: 300, reason: 'no_time', date: expect.any(Number) };
      expect([openIn(await page.next('delta')), openIn(await page.next('delta'))]).toEqual([
        [[{ ...asked, isRefused: false }]],
        [[{ ...asked, isRefused: true, code }]],
      ]);
      const second = await consoleOf();
      const held = second.frames
        .flatMap((frame) => (frame.op === 'snap' ? frame.items : []))
        .find(({ key }) => key === orderKey);
      expect(PartnerOrder.parse(held?.value).openRefunds).toEqual([{ ...asked, isRefused: true, code }]);
      for (const one of [page, second]) one.cut();
      // The diner sees no change.
      expect(JSON.stringify(await diner.order(orderKey))).not.toContain(code);
    },
  );
});

describe('a provider that refuses', () => {
  it.each([
    ['card', () => diner.ordered(), '001999', { code: 'mangopay-error', details: { ResultCode: '001999' } }],
    [
      'PayPal',
      paidWithPaypal,
      'REFUND_NOT_ALLOWED',
      { code: 'paypal-error', details: { issue: 'REFUND_NOT_ALLOWED' } },
    ],
  ])('by %s gives nothing, and what came to nothing doesn’t count', async (_how, pay, resultCode, error) => {
    const { orderKey } = await pay();
    await giveFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode });
    const refused = await refund(orderKey, { amount: 890 }, 'abgelehnt');
    expect([refused.status, ErrorBody.parse(refused.body)]).toMatchObject([402, error]);
    expect([
      (await refund(orderKey, { amount: 890 }, 'abgelehnt')).outcome,
      await shown(orderKey),
      await noticesOf(),
    ]).toEqual([[402, error.code], [], []]);
    await later();
    expect([await given(orderKey), (await rowsOf(orderKey)).map(({ state }) => state)]).toEqual([[], ['FAILED']]);
    expect([(await refund(orderKey, { amount: 890 })).outcome, await shown(orderKey)]).toEqual([[200], [890]]);
  });
});

describe('a provider that doesn’t answer', () => {
  const faults = [
    ['before it has heard', { when: 'beforeCommit', kind: 'drop' }],
    ['after it has given', { when: 'afterCommit', kind: 'drop' }],
    ['but a 502', { when: 'afterCommit', kind: 'fail', status: 502 }],
  ] as const;

  it.each(faults)('%s: the job makes the refund, once', async (_what, fault) => {
    const { orderKey } = await diner.ordered();
    await giveFault(gateway, { operation: 'refund', ...fault });
    expect((await refund(orderKey, { amount: 300 })).outcome).toEqual([503, 'providerUnavailable']);
    expect((await refund(orderKey, { amount: 600 })).outcome).toEqual([422, 'refundExceedsAmount']);
    await later();
    await later();
    expect([
      await given(orderKey),
      await shown(orderKey),
      (await noticesOf()).length,
      (await mailsOf()).length,
    ]).toEqual([[300], [300], 1, 1]);
  });

  it.each(faults)(
    '%s: a repeat continues the refund, also long after the provider has forgotten the key',
    async (_what, fault) => {
      const { orderKey } = await paidWithPaypal();
      await gateway.database.write(({ knex }) =>
        knex('customer_order').where({ key: orderKey }).update({ accepted_at: NOON }),
      );
      await giveFault(gateway, { operation: 'refund', ...fault });
      const key = randomUUID();
      expect((await refund(orderKey, { amount: 300 }, key)).outcome).toEqual([503, 'providerUnavailable']);
      gateway.clock.advance(7 * 60 * MINUTE);
      const again = await refund(orderKey, { amount: 300 }, key);
      expect([
        again.outcome,
        Order.parse(again.body).refunded.map(({ amount }) => amount),
        await given(orderKey),
      ]).toEqual([[200], [300], [300]]);
      await later();
      expect([await given(orderKey), (await mailsOf()).length]).toEqual([[300], 1]);
    },
  );

  it('answers that the number is used: the refund is looked for, and neither dropped nor repeated', async () => {
    const { orderKey } = await paidWithPaypal();
    await giveFault(gateway, {
      operation: 'refund',
      when: 'beforeCommit',
      kind: 'fail',
      resultCode: 'DUPLICATE_INVOICE_ID',
    });
    expect((await refund(orderKey, { amount: 300 })).outcome).toEqual([503, 'providerUnavailable']);
    await later();
    expect([await given(orderKey), await shown(orderKey)]).toEqual([[300], [300]]);
  });

  it('is asked for the same without a key: the request continues the refund on its way', async () => {
    const { orderKey } = await diner.ordered();
    await giveFault(gateway, { operation: 'refund', when: 'afterCommit', kind: 'drop' });
    expect([
      (await refund(orderKey, { amount: 300 })).outcome,
      (await refund(orderKey, { amount: 300 })).outcome,
      await given(orderKey),
    ]).toEqual([[503, 'providerUnavailable'], [200], [300]]);
  });
});

/** Creates a refund service whose PayPal answers as the test says. */
const serviceWith = (answer: () => Answered<ProviderRefund>) => {
  const {
    database,
    clock,
    payment: { paypal: config },
  } = gateway;
  if (config === null) throw new Error('the sandbox stands in');
  const told: string[] = [];
  const news = { onRefunded: async () => void told.push('given'), onRefused: async () => void told.push('refused') };
  const providers = {
    mangopay: null,
    paypal: {
      ...createPaypalClient({ config, realNow: clock.realNow, fetch: (url, init) => fetch(url, init) }),
      refund: answer,
      readRefund: answer,
      findRefund: answer,
    },
  };
  const service = createRefundService({
    database,
    clock,
    providers,
    news,
    presentPartnerOrder,
    jobs: { enqueue: async () => undefined },
  });
  const steps = (reference: string | null = null): Steps => ({
    reference,
    write: (work) => database.write((tx) => work({ ...tx, bind: async () => undefined })),
    ask: (work) => work(AbortSignal.timeout(10_000)),
  });
  const job = bindRefundJob({ database, clock, providers, news });
  return {
    service,
    steps,
    told,
    runJob: (refundKey: string) =>
      job.run?.({ refundKey }, { id: 'job', attempts: 1, complete: async () => undefined }),
  };
};

describe('a refund that PayPal reviews', () => {
  it.each([
    ['SUCCEEDED', 'given', [300]],
    ['FAILED', 'refused', []],
  ] as const)('is read until PayPal decides: %s', async (end, news, amounts) => {
    const { orderKey } = await paidWithPaypal();
    let stand: ProviderRefund = { id: `R-${orderKey}`, state: 'PENDING', code: null };
    const { service, steps, told, runJob } = serviceWith(async () => ok(stand));
    const ask = (reference: string | null) =>
      service.refund(steps(reference), { restaurantKey: null }, { orderKey, form: { amount: 300, reason: 'mistake' } });
    expect(await ask(null)).toEqual({ ok: false, error: 'providerUnavailable' });
    const [row] = await rowsOf(orderKey);
    expect([row?.state, row?.providerId, await ask(row?.key ?? ''), await runJob(row?.key ?? '')]).toMatchObject([
      'REQUESTED',
      stand.id,
      { ok: false },
      { ok: false, error: { kind: 'later', reason: 'PENDING' } },
    ]);
    stand = { ...stand, state: end };
    await runJob(row?.key ?? '');
    await runJob(row?.key ?? '');
    expect([told, await shown(orderKey)]).toEqual([[news], amounts]);
    expect(await ask(row?.key ?? '')).toMatchObject({ ok: end === 'SUCCEEDED' });
  });
});
