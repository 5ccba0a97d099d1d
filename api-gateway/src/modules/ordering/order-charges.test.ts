import { ErrorBody, Order } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { connectLive } from '../../platform/testing/live-test-client';
import { testGateways } from '../../platform/testing/test-gateway';
import type { TestGateway } from '../../platform/testing/test-gateway';
import { outcomeOf } from '../identity/testing/people';
import {
  chargedFor,
  pressButton,
  injectFault,
  ledgerOf,
  insertPayingRestaurant,
  createOrderingDiner,
  runDueAndEnqueuedJobs,
  runDueJobs,
} from './testing/counter';
import type { OrderingDiner } from './testing/counter';

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

const sendWebhook = (id: string, eventDate = '1'): Promise<Response> =>
  fetch(
    `${gateway.url}/api/payment/hooks/mangopay?EventType=PAYIN_NORMAL_SUCCEEDED&RessourceId=${id}&Date=${eventDate}`,
  );

/** Waits until the gateway has made a refund, because it handles an event only after it has responded to it. */
const waitForRefund = async (orderKey: string): Promise<void> => {
  while (!(await ledgerOf(gateway, orderKey)).some(({ kind }) => kind === 'refund')) await runDueJobs(gateway);
};

const challengedForm = (formOverrides: object = {}) =>
  diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge`, ...formOverrides });
const paypalForm = (formOverrides: object = {}) =>
  diner.form({ paymentOption: 'paypal', debitedCardId: null, ...formOverrides });
const approveUrlOf = ({
  links,
}: {
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}): string => links.find(({ rel }) => rel === 'approve')?.href ?? '';

describe('an order with PayPal', () => {
  it('is captured once, however often the capture is requested (C17)', async () => {
    const orderAnswer = await diner.placeOrder(paypalForm());
    expect(orderAnswer).toMatchObject({ Status: 'CREATED', SecureModeRedirectURL: null, links: [{ rel: 'approve' }] });
    const returnUrl = await pressButton(approveUrlOf(orderAnswer), 'approve');
    expect([returnUrl.origin + returnUrl.pathname, returnUrl.searchParams.get('token')]).toEqual([
      `${gateway.url}/restaurants`,
      orderAnswer.Id,
    ]);
    const captureAnswers = await Promise.all(
      [1, 2, 3].map(() => diner.call('POST', `/api/payment/orders/${orderAnswer.Id}/capture`, {})),
    );
    expect(captureAnswers.some(({ status }) => status === 200)).toBe(true);
    const repeatedCapture = await diner.call('POST', `/api/payment/orders/${orderAnswer.Id}/capture`, {});
    expect(Order.parse(repeatedCapture.body)).toMatchObject({ paymentStatus: 'SUCCEEDED' });
    expect(await chargedFor(gateway, orderAnswer.orderKey)).toBe(890);
  });

  it('C16 isn’t paid after it was cancelled, and nothing is charged', async () => {
    const orderAnswer = await diner.placeOrder(paypalForm());
    expect((await pressButton(approveUrlOf(orderAnswer), 'cancel')).searchParams.get('PayerID')).toBeNull();
    expect(
      Order.parse((await diner.call('PUT', `/api/payment/orders/${orderAnswer.Id}/status`, {})).body).paymentStatus,
    ).toBe('CREATED');
    expect(await chargedFor(gateway, orderAnswer.orderKey)).toBe(0);
  });

  it('is refused with PayPal’s issue where the capture is declined', async () => {
    const orderAnswer = await diner.placeOrder(paypalForm());
    await pressButton(approveUrlOf(orderAnswer), 'decline');
    const { status, body } = await diner.call('POST', `/api/payment/orders/${orderAnswer.Id}/capture`, {});
    const { code, message, details } = ErrorBody.parse(body);
    expect([status, code, JSON.parse(message), details]).toEqual([
      402,
      'paypal-error',
      { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] },
      { issue: 'INSTRUMENT_DECLINED' },
    ]);
    expect((await diner.order(orderAnswer.orderKey)).paymentStatus).toBe('FAILED');
  });

  it('is charged once where the answer to its capture is lost', async () => {
    const orderAnswer = await diner.placeOrder(paypalForm());
    await pressButton(approveUrlOf(orderAnswer), 'approve');
    await injectFault(gateway, { provider: 'paypal', operation: 'capture', when: 'afterCommit', kind: 'drop' });
    expect(outcomeOf(await diner.call('POST', `/api/payment/orders/${orderAnswer.Id}/capture`, {}))).toEqual([
      503,
      'providerUnavailable',
    ]);
    expect((await diner.order(orderAnswer.orderKey)).paymentStatus).toBe('UNKNOWN');
    expect(
      Order.parse((await diner.call('POST', `/api/payment/orders/${orderAnswer.Id}/capture`, {})).body).paymentStatus,
    ).toBe('SUCCEEDED');
    expect(await chargedFor(gateway, orderAnswer.orderKey)).toBe(890);
  });
});

describe('one charge for one order', () => {
  it.each(['beforeCommit', 'afterCommit'])(
    'holds where the connection breaks %s: a repeat continues the same order',
    async (faultTiming) => {
      await injectFault(gateway, { operation: 'payin', when: faultTiming, kind: 'drop' });
      const form = diner.form();
      expect(outcomeOf(await diner.place(form, 'bestellung-a'))).toEqual([503, 'providerUnavailable']);
      const { status, body } = await diner.place(form, 'bestellung-a');
      expect([status, body]).toMatchObject([200, { Status: 'SUCCEEDED' }]);
      const { orderKey } = z.object({ orderKey: z.string() }).parse(body);
      expect([
        await chargedFor(gateway, orderKey),
        z.array(Order).parse((await diner.call('GET', '/api/payment/orders?when=upcoming')).body),
      ]).toMatchObject([890, [{ key: orderKey }]]);
    },
  );

  it.each([401, 403, 404])(
    'holds where the provider refuses to be read with %i: the payment doesn’t fail by that',
    async (status) => {
      const orderAnswer = await diner.placeOrder(challengedForm());
      await pressButton(orderAnswer.SecureModeRedirectURL ?? '', 'success');
      await injectFault(gateway, {
        provider: 'mangopay',
        operation: 'read',
        when: 'beforeCommit',
        kind: 'fail',
        status,
        count: 2,
      });
      await diner.call('PUT', `/api/payment/orders/${orderAnswer.Id}/status`, {});
      await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
      gateway.clock.advance(31 * 60_000);
      await runDueAndEnqueuedJobs(gateway);
      // Sets the clock back, because the diner's id token expires after ten minutes.
      gateway.clock.advance(-31 * 60_000);
      expect([
        (await diner.order(orderAnswer.orderKey)).paymentStatus,
        await chargedFor(gateway, orderAnswer.orderKey),
      ]).toEqual(['SUCCEEDED', 890]);
    },
  );

  it('holds where the webhook is faster than the answer to the capture, which is then lost', async () => {
    await gateway.catchUp();
    const orderAnswer = await diner.placeOrder(paypalForm());
    await pressButton(approveUrlOf(orderAnswer), 'approve');
    await injectFault(gateway, {
      provider: 'paypal',
      operation: 'capture',
      when: 'afterCommit',
      kind: 'drop',
      delayMs: 300,
    });
    await diner.call('POST', `/api/payment/orders/${orderAnswer.Id}/capture`, {});
    while ((await diner.order(orderAnswer.orderKey)).paymentStatus !== 'SUCCEEDED') await runDueJobs(gateway);
    expect(await chargedFor(gateway, orderAnswer.orderKey)).toBe(890);
  });

  it('answers that nothing was begun where the provider can’t be asked about the card', async () => {
    await injectFault(gateway, { operation: 'read', when: 'beforeCommit', kind: 'drop' });
    const { body } = await diner.place();
    expect(ErrorBody.parse(body)).toMatchObject({ code: 'providerUnavailable', details: { nothingBegun: true } });
    expect(await gateway.database.knex('customer_order').where({ uid: diner.uid })).toEqual([]);
    await injectFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'drop' });
    expect(ErrorBody.parse((await diner.place()).body).details).toBeUndefined();
  });

  it('holds for two simultaneous requests, with a key and without', async () => {
    const orderAnswers = await Promise.all([diner.place(), diner.place(), diner.place()]);
    const orderKeys = orderAnswers
      .filter(({ status }) => status === 200)
      .map(({ body }) => z.object({ orderKey: z.string() }).parse(body).orderKey);
    expect(new Set(orderKeys).size).toBe(1);
    expect(await chargedFor(gateway, orderKeys[0] ?? '')).toBe(890);
    // A new request after the first order was paid places another order.
    expect((await diner.placeOrder()).orderKey).not.toBe(orderKeys[0]);
  });

  it('shows an unknown status, never a failed one, while the provider doesn’t answer, and reconciliation settles it', async () => {
    // Starts a gateway that has registered no webhooks, because an event would settle the payment before reconciliation
    // does.
    const gatewayWithoutWebhooks = await gateways.start();
    await insertPayingRestaurant(gatewayWithoutWebhooks, { place: aRestaurant(), dish: anOffer() });
    const otherDiner = await createOrderingDiner(gatewayWithoutWebhooks);
    await injectFault(gatewayWithoutWebhooks, { operation: 'payin', when: 'afterCommit', kind: 'fail', status: 502 });
    expect(outcomeOf(await otherDiner.place())).toEqual([503, 'providerUnavailable']);
    const [order] = await gatewayWithoutWebhooks.database
      .knex<{ key: string; uid: string }>('customer_order')
      .where({ uid: otherDiner.uid })
      .select('key');
    expect((await otherDiner.order(order?.key ?? '')).paymentStatus).toBe('UNKNOWN');
    gatewayWithoutWebhooks.clock.advance(60_000);
    await gatewayWithoutWebhooks.catchUp();
    expect([
      (await otherDiner.order(order?.key ?? '')).paymentStatus,
      await chargedFor(gatewayWithoutWebhooks, order?.key ?? ''),
    ]).toEqual(['SUCCEEDED', 890]);
  });
});

describe('a payment that its order can’t use', () => {
  it('is refunded where the provider takes the money after the diner saw a failure', async () => {
    const orderAnswer = await diner.placeOrder(challengedForm());
    // The gateway gives up the payment before the bank has decided.
    await gateway.database.write(({ knex }) =>
      knex('payment_attempt').where({ provider_id: orderAnswer.Id }).update({ state: 'FAILED' }),
    );
    await gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: orderAnswer.orderKey }).update({ payment_status: 'FAILED' }),
    );
    await pressButton(orderAnswer.SecureModeRedirectURL ?? '', 'success');
    await sendWebhook(orderAnswer.Id);
    await waitForRefund(orderAnswer.orderKey);
    expect(
      (await ledgerOf(gateway, orderAnswer.orderKey)).map(({ kind, status, amount }) => [kind, status, amount]),
    ).toEqual([
      ['payin', 'SUCCEEDED', 890],
      ['refund', 'SUCCEEDED', 890],
    ]);
    expect((await diner.order(orderAnswer.orderKey)).paymentStatus).toBe('FAILED');
  });

  it('is refunded where its meal is over', async () => {
    const orderAnswer = await diner.placeOrder(challengedForm());
    const startTime = gateway.clock.now();
    gateway.clock.moveTo(startTime + 3 * 3_600_000);
    await pressButton(orderAnswer.SecureModeRedirectURL ?? '', 'success');
    await diner.call('PUT', `/api/payment/orders/${orderAnswer.Id}/status`, {});
    await runDueJobs(gateway);
    expect([
      (await diner.order(orderAnswer.orderKey)).paymentStatus,
      await chargedFor(gateway, orderAnswer.orderKey),
    ]).toEqual(['FAILED', 0]);
    gateway.clock.moveTo(startTime);
  });
});

describe('an unusable payment whose provider refuses the refund', () => {
  it('is reported to support and to its diner, and isn’t retried for ever', async () => {
    const subjectsOfMailsTo = async (recipientEmail: string): Promise<string[]> =>
      z
        .array(z.object({ subject: z.string() }))
        .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=${recipientEmail}`)).json())
        .map(({ subject }) => subject);
    const orderAnswer = await diner.placeOrder(challengedForm());
    const startTime = gateway.clock.now();
    gateway.clock.moveTo(startTime + 3 * 3_600_000);
    await injectFault(gateway, {
      operation: 'refund',
      when: 'beforeCommit',
      kind: 'fail',
      resultCode: '001403',
      count: 100,
    });
    await pressButton(orderAnswer.SecureModeRedirectURL ?? '', 'success');
    await diner.call('PUT', `/api/payment/orders/${orderAnswer.Id}/status`, {});
    await runDueAndEnqueuedJobs(gateway);
    const { orderId } = await diner.order(orderAnswer.orderKey);
    expect([
      await subjectsOfMailsTo('zahlung@mahlzeit.test'),
      (await subjectsOfMailsTo(diner.email)).filter((mailSubject) => mailSubject.includes('später zurück')),
    ]).toEqual([
      [`8,90\u00a0€ der Bestellung ${orderId} gehen nicht von selbst zurück`],
      [`8,90\u00a0€ für deine Bestellung ${orderId} kommen später zurück`],
    ]);
    expect(
      await gateway.database.knex('order_refund').where({ order_key: orderAnswer.orderKey }).select('state'),
    ).toEqual([{ state: 'FAILED' }]);
    await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
    gateway.clock.moveTo(startTime);
  });
});

describe('an event of a provider', () => {
  it('is a hint: the provider is asked, and a repeated, unknown or false event changes nothing', async () => {
    const livePage = await connectLive(gateway.url, { token: diner.idToken });
    livePage.say({ op: 'sub', id: 'me', topic: 'me' });
    await livePage.next('live');
    const orderAnswer = await diner.placeOrder(challengedForm());
    expect((await sendWebhook('payin_m_unknown')).status).toBe(200);
    await sendWebhook(orderAnswer.Id, '0');
    expect((await diner.order(orderAnswer.orderKey)).paymentStatus).toBe('CREATED');
    await pressButton(orderAnswer.SecureModeRedirectURL ?? '', 'success');
    await Promise.all([
      sendWebhook(orderAnswer.Id),
      sendWebhook(orderAnswer.Id),
      sendWebhook(orderAnswer.Id, '2'),
      diner.call('PUT', `/api/payment/orders/${orderAnswer.Id}/status`, {}),
    ]);
    await livePage.next('delta');
    expect([
      (await diner.order(orderAnswer.orderKey)).paymentStatus,
      await chargedFor(gateway, orderAnswer.orderKey),
      livePage.frames.filter(({ op }) => op === 'delta'),
    ]).toEqual(['SUCCEEDED', 890, [expect.anything()]]);
    livePage.terminate();
  });
});
