import { ErrorBody, Order } from '@mahlzeit/contract';
import type { Offer } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { MAX_ORDER_TOTAL } from '@mahlzeit/contract/rules';
import ICAL from 'ical.js';
import * as z from 'zod/mini';
import { connectLive } from '../../platform/testing/live-test-client';
import { testGateways } from '../../platform/testing/test-gateway';
import type { TestGateway } from '../../platform/testing/test-gateway';
import { createCatalogRepository } from '../discovery/testing/repositories';
import { outcomeOf } from '../identity/testing/people';
import {
  chargedFor,
  decide,
  DISH,
  DRINK,
  giveFault,
  ledgerOf,
  openKitchen,
  orderForm,
  orderingDiner,
  PLACE,
  putVoucher,
  tick,
} from './testing/counter';
import type { OrderingDiner } from './testing/counter';
import { cardOwner, NUMBERS } from './testing/wallet';
import type { CardOwnerPerson } from './testing/wallet';

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
beforeAll(async () => {
  gateway = await gateways.start();
  await openKitchen(gateway, { place: aRestaurant(), dish: anOffer() });
});
beforeEach(async () => {
  diner = await orderingDiner(gateway);
});

const hook = (id: string, at = '1'): Promise<Response> =>
  fetch(`${gateway.url}/api/payment/hooks/mangopay?EventType=PAYIN_NORMAL_SUCCEEDED&RessourceId=${id}&Date=${at}`);

/** Waits until the work of an event is done, which runs behind its answer. */
const refunded = async (orderKey: string): Promise<void> => {
  while (!(await ledgerOf(gateway, orderKey)).some(({ kind }) => kind === 'refund')) await tick(gateway);
};

const challenged = (overrides: object = {}) =>
  diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge`, ...overrides });
const withPaypal = (overrides: object = {}) =>
  diner.form({ paymentOption: 'paypal', debitedCardId: null, ...overrides });
const approveLink = ({
  links,
}: {
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}): string => links.find(({ rel }) => rel === 'approve')?.href ?? '';

describe('an order by card', () => {
  it('is paid at once where the bank doesn’t ask, and appears on every page of its diner', async () => {
    const page = await connectLive(gateway.url, { token: diner.idToken });
    page.say({ op: 'sub', id: 'me', topic: 'me' });
    await page.next('live');
    const answer = await diner.ordered();
    expect(answer).toMatchObject({ Status: 'SUCCEEDED', SecureModeRedirectURL: null, ResultCode: null, links: [] });
    const order = await diner.order(answer.orderKey);
    expect(order).toMatchObject({
      paymentStatus: 'SUCCEEDED',
      status: 'Pending',
      totalPrice: 890,
      payInId: answer.Id,
      orderId: expect.stringMatching(/^[A-Z]\d{3}$/),
      vatByType: { FOOD: { rate: 7, gross: 890 } },
    });
    const delta = await page.next('delta');
    expect(delta.ops).toEqual([{ kind: 'put', collection: 'orders', key: order.key, value: order }]);
    page.cut();
    expect(await ledgerOf(gateway, order.key)).toEqual([
      {
        provider: 'mangopay',
        kind: 'payin',
        status: 'SUCCEEDED',
        amount: 890,
        reference: order.key,
        payInId: answer.Id,
      },
    ]);
  });

  it.each([
    ['success', 'SUCCEEDED', 890],
    ['fail', 'FAILED', 0],
    ['cancel', 'FAILED', 0],
  ])('goes by what the bank is told: %s', async (result, status, charged) => {
    const answer = await diner.ordered(challenged());
    expect(answer.Status).toBe('CREATED');
    const back = await decide(answer.SecureModeRedirectURL ?? '', result);
    expect(back.href).toBe(`${gateway.url}/payment/return?transactionId=${answer.Id}`);
    expect((await diner.call('GET', `/api/payment/payIn/${answer.Id}`)).body).toMatchObject({
      Status: status,
      Id: answer.Id,
    });
    const updated = Order.parse((await diner.call('PUT', `/api/payment/orders/${answer.Id}/status`, {})).body);
    expect([updated.paymentStatus, await chargedFor(gateway, answer.orderKey)]).toEqual([status, charged]);
  });

  it('C15 is CREATED while nobody has decided its payment', async () => {
    const answer = await diner.ordered(challenged());
    expect((await diner.call('GET', `/api/payment/payIn/${answer.Id}`)).body).toMatchObject({ Status: 'CREATED' });
    expect((await diner.order(answer.orderKey)).paymentStatus).toBe('CREATED');
  });

  it('is confirmed by mail with number, restaurant, time, dishes, separate deposit, VAT of each rate, and seller', async () => {
    await putVoucher(gateway, aDiscount({ key: 'mailgutschein', type: 'giftcard', value: 300, quantity: 9 }));
    const items = [
      { mealKey: DISH, amount: 2, price: 890 },
      { mealKey: DRINK, amount: 1, price: 250 },
    ];
    const { orderKey } = await diner.ordered(
      diner.form({ items, discount: { id: 'mailgutschein', value: 300 }, totalPrice: 1755 }),
    );
    const { orderId } = await diner.order(orderKey);
    const mails = z
      .array(z.object({ subject: z.string(), text: z.string() }))
      .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=${diner.email}`)).json());
    const mail = mails.find(({ subject }) => subject === `Deine Bestellung ${orderId} bei Elbkantine`);
    const lines = (mail?.text ?? '')
      .replaceAll('\u00a0', ' ')
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.slice(1, -4)).toEqual([
      `Danke für deine Bestellung. Sie ist bezahlt. Nenne am Tresen die Nummer ${orderId}.`,
      'Elbkantine',
      expect.stringMatching(/\d{5} Hamburg$/),
      'Mittwoch, 24. Juni, 12:30 Uhr',
      'Zum Mitnehmen',
      '2 × Linsencurry: 17,80 €',
      '1 × Apfelschorle: 2,50 €',
      'Pfand: 0,25 €',
      'Gutschein: −3,00 €',
      'Bezahlt: 17,55 €',
      'Darin 7 % Mehrwertsteuer: 0,99 €',
      'Darin 19 % Mehrwertsteuer: 0,38 €',
      `${gateway.url}/restaurants#order/${orderKey}`,
      'Speisen werden frisch für dich zubereitet, darum gibt es kein Widerrufsrecht. Dein Vertragspartner ist Elbkantine.',
    ]);
  });

  it('is refused with the provider’s code where the bank declines, and nothing is charged', async () => {
    const form = diner.form({
      items: [
        { mealKey: DISH, amount: 37, price: 890 },
        { mealKey: DRINK, amount: 1, price: 250 },
      ],
      totalPrice: 37 * 890 + 275,
    });
    await giveFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode: '101101' });
    const answer = await diner.ordered(form);
    expect(answer).toMatchObject({ Status: 'FAILED', ResultCode: '101101' });
    expect([(await diner.order(answer.orderKey)).paymentStatus, await chargedFor(gateway, answer.orderKey)]).toEqual([
      'FAILED',
      0,
    ]);
  });

  it.each(['101305', '101306'])(
    'makes the bank ask for an hour after it has refused the card with %s',
    async (resultCode) => {
      await giveFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode });
      const refused = await diner.ordered();
      expect(refused).toMatchObject({ Status: 'FAILED', ResultCode: resultCode });
      const asked = [await diner.ordered(), await diner.ordered()];
      expect(asked).toMatchObject([
        { Status: 'CREATED', SecureModeRedirectURL: expect.any(String) },
        { Status: 'CREATED' },
      ]);
      await decide(asked[0]?.SecureModeRedirectURL ?? '', 'success');
      expect((await diner.call('GET', `/api/payment/payIn/${asked[0]?.Id}`)).body).toMatchObject({
        Status: 'SUCCEEDED',
      });
      await gateway.database.write(({ knex }) =>
        knex('payment_attempt')
          .where({ order_key: refused.orderKey })
          .update({ begun_at: gateway.clock.realNow() - 3_600_000 }),
      );
      expect(await diner.ordered()).toMatchObject({ Status: 'SUCCEEDED', SecureModeRedirectURL: null });
    },
  );

  it('doesn’t make the bank ask after the refusal of another card, of another diner’s card, or for another reason', async () => {
    const other = await orderingDiner(gateway);
    await giveFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode: '101305' });
    await diner.ordered(challenged());
    await giveFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode: '101101' });
    await diner.ordered();
    expect([await diner.ordered(), await other.ordered()]).toMatchObject([
      { Status: 'SUCCEEDED' },
      { Status: 'SUCCEEDED' },
    ]);
  });

  it.each([
    ['no card', { debitedCardId: null }, 400, 'NoCardId'],
    ['an unknown card', { debitedCardId: 'card_m_none' }, 400, 'NoCard'],
    ['somebody else’s card', { debitedCardId: 'demo-card-fremd-frictionless' }, 403, 'WrongTransactionAuthor'],
  ])('is not taken with %s', async (_, overrides, status, code) => {
    expect(outcomeOf(await diner.place(diner.form(overrides)))).toEqual([status, code]);
  });
});

describe('an order by a registered card', () => {
  const places = async (owner: CardOwnerPerson, debitedCardId: string) =>
    outcomeOf(await owner.call('POST', '/api/payment/orders', orderForm('', { debitedCardId })));

  it('is accepted only after the registration is finished', async () => {
    const owner = await cardOwner(gateway);
    await owner.join();
    const cardId = await owner.tokenised(NUMBERS.frictionless);
    expect(await places(owner, cardId)).toEqual([400, 'NoCard']);
    await owner.finish({ cardId, cardTypeAlias: 'VISA' });
    expect(await places(owner, cardId)).toEqual([200]);
  });

  it.each([
    ['has said nothing yet', null],
    ['was told no', 'fail'],
  ])('isn’t taken where the bank %s', async (_what, result) => {
    const owner = await cardOwner(gateway);
    await owner.join();
    const { cardId, answer } = await owner.added(NUMBERS.challenge);
    if (result !== null)
      await owner.finish({
        preAuthorizationId: (await decide(answer.SecureModeRedirectURL ?? '', result)).searchParams.get(
          'preAuthorizationId',
        ),
      });
    expect([
      await places(owner, cardId),
      await gateway.database.knex('customer_order').where({ uid: owner.uid }),
    ]).toEqual([[400, 'NoCard'], []]);
  });

  it('is refused after the card’s last month', async () => {
    const owner = await cardOwner(gateway);
    await owner.join();
    const { cardId } = await owner.added(NUMBERS.frictionless, { cardExpirationDate: '0626' });
    const july = { date: '2026-07-01', dish: 'linsencurry-im-juli', noon: Date.parse('2026-07-01T12:00:00+02:00') };
    await gateway.database.write(async ({ knex }) => {
      const [today] = await createCatalogRepository(knex).findOffers([DISH]);
      if (today !== undefined)
        await createCatalogRepository(knex).putOffers([
          { ...today, offer: { ...today.offer, key: july.dish, date: july.date } },
        ]);
    });
    const then = gateway.clock.now();
    gateway.clock.moveTo(july.noon);
    const order = (debitedCardId: string) =>
      owner.call(
        'POST',
        '/api/payment/orders',
        orderForm('', {
          debitedCardId,
          meetUpDate: july.noon + 30 * 60_000,
          items: [{ mealKey: july.dish, amount: 1, price: 890 }],
        }),
      );
    expect(outcomeOf(await order(cardId))).toEqual([400, 'NoCard']);
    const { cardId: good } = await owner.added();
    expect(outcomeOf(await order(good))).toEqual([200]);
    gateway.clock.moveTo(then);
  });
});

describe('an order in a calendar', () => {
  const load = (who: OrderingDiner, key: string): Promise<Response> =>
    fetch(`${gateway.url}/api/payment/orders/${key}/calendar.ics`, {
      headers: { Authorization: `Bearer ${who.idToken}` },
    });

  it('names time, place and number once it is paid', async () => {
    const { orderKey } = await diner.ordered();
    const answer = await load(diner, orderKey);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'attachment; filename=bestellung.ics',
    ]);
    const calendar = new ICAL.Component(ICAL.parse(await answer.text()));
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
    const { orderId } = await diner.order(orderKey);
    expect([calendar.getFirstPropertyValue('method'), event.startDate.toUnixTime() * 1000, event.summary]).toEqual([
      'PUBLISH',
      Date.parse('2026-06-24T12:30:00+02:00'),
      'Mittagessen: Elbkantine',
    ]);
    expect(event.location).toContain('Elbkantine, ');
    expect(event.description).toContain(`Bestellnummer: ${orderId}. `);
    expect(await (await load(diner, orderKey)).text()).not.toContain('ATTENDEE');
  });

  it('is unavailable before it is paid, and to other users', async () => {
    const [open, paid] = [await diner.ordered(challenged()), await diner.ordered()];
    const other = await orderingDiner(gateway);
    expect([
      (await load(diner, open.orderKey)).status,
      (await load(other, paid.orderKey)).status,
      (await load(diner, paid.orderKey)).status,
    ]).toEqual([404, 404, 200]);
  });
});

describe('a deployment without credentials of a provider', () => {
  it('refuses orders as unavailable, and stores nothing', async () => {
    const bare = await gateways.start({ environment: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    await openKitchen(bare, { place: aRestaurant(), dish: anOffer() });
    const guest = await orderingDiner(bare);
    expect([bare.sandboxUrl, bare.payment]).toEqual([null, { mangopay: null, paypal: null }]);
    for (const form of [guest.form(), guest.form({ paymentOption: 'paypal', debitedCardId: null })])
      expect(outcomeOf(await guest.place(form))).toEqual([503, 'providerUnavailable']);
    expect(await bare.database.knex('customer_order')).toEqual([]);
    expect((await guest.call('GET', '/api/payment/cards')).body).toEqual([]);
  });
});

describe('an order with PayPal', () => {
  it('is captured once, however often the capture is requested (C17)', async () => {
    const answer = await diner.ordered(withPaypal());
    expect(answer).toMatchObject({ Status: 'CREATED', SecureModeRedirectURL: null, links: [{ rel: 'approve' }] });
    const back = await decide(approveLink(answer), 'approve');
    expect([back.origin + back.pathname, back.searchParams.get('token')]).toEqual([
      `${gateway.url}/restaurants`,
      answer.Id,
    ]);
    const captures = await Promise.all(
      [1, 2, 3].map(() => diner.call('POST', `/api/payment/orders/${answer.Id}/capture`, {})),
    );
    expect(captures.some(({ status }) => status === 200)).toBe(true);
    const again = await diner.call('POST', `/api/payment/orders/${answer.Id}/capture`, {});
    expect(Order.parse(again.body)).toMatchObject({ paymentStatus: 'SUCCEEDED' });
    expect(await chargedFor(gateway, answer.orderKey)).toBe(890);
  });

  it('C16 isn’t paid after it was cancelled, and nothing is charged', async () => {
    const answer = await diner.ordered(withPaypal());
    expect((await decide(approveLink(answer), 'cancel')).searchParams.get('PayerID')).toBeNull();
    expect(
      Order.parse((await diner.call('PUT', `/api/payment/orders/${answer.Id}/status`, {})).body).paymentStatus,
    ).toBe('CREATED');
    expect(await chargedFor(gateway, answer.orderKey)).toBe(0);
  });

  it('is refused with PayPal’s issue where the capture is declined', async () => {
    const answer = await diner.ordered(withPaypal());
    await decide(approveLink(answer), 'decline');
    const { status, body } = await diner.call('POST', `/api/payment/orders/${answer.Id}/capture`, {});
    const { code, message, details } = ErrorBody.parse(body);
    expect([status, code, JSON.parse(message), details]).toEqual([
      402,
      'paypal-error',
      { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] },
      { issue: 'INSTRUMENT_DECLINED' },
    ]);
    expect((await diner.order(answer.orderKey)).paymentStatus).toBe('FAILED');
  });

  it('is charged once where the answer to its capture is lost', async () => {
    const answer = await diner.ordered(withPaypal());
    await decide(approveLink(answer), 'approve');
    await giveFault(gateway, { provider: 'paypal', operation: 'capture', when: 'afterCommit', kind: 'drop' });
    expect(outcomeOf(await diner.call('POST', `/api/payment/orders/${answer.Id}/capture`, {}))).toEqual([
      503,
      'providerUnavailable',
    ]);
    expect((await diner.order(answer.orderKey)).paymentStatus).toBe('UNKNOWN');
    expect(
      Order.parse((await diner.call('POST', `/api/payment/orders/${answer.Id}/capture`, {})).body).paymentStatus,
    ).toBe('SUCCEEDED');
    expect(await chargedFor(gateway, answer.orderKey)).toBe(890);
  });
});

describe('one charge for one order', () => {
  it.each(['beforeCommit', 'afterCommit'])(
    'holds where the connection breaks %s: a repeat continues the same order',
    async (when) => {
      await giveFault(gateway, { operation: 'payin', when, kind: 'drop' });
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
      const answer = await diner.ordered(challenged());
      await decide(answer.SecureModeRedirectURL ?? '', 'success');
      await giveFault(gateway, {
        provider: 'mangopay',
        operation: 'read',
        when: 'beforeCommit',
        kind: 'fail',
        status,
        count: 2,
      });
      await diner.call('PUT', `/api/payment/orders/${answer.Id}/status`, {});
      await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
      gateway.clock.advance(31 * 60_000);
      await tick(gateway);
      await tick(gateway);
      // A token of ten minutes has expired by then.
      gateway.clock.advance(-31 * 60_000);
      expect([(await diner.order(answer.orderKey)).paymentStatus, await chargedFor(gateway, answer.orderKey)]).toEqual([
        'SUCCEEDED',
        890,
      ]);
    },
  );

  it('holds where the webhook is faster than the answer to the capture, which is then lost', async () => {
    await gateway.catchUp();
    const answer = await diner.ordered(withPaypal());
    await decide(approveLink(answer), 'approve');
    await giveFault(gateway, {
      provider: 'paypal',
      operation: 'capture',
      when: 'afterCommit',
      kind: 'drop',
      delayMs: 300,
    });
    await diner.call('POST', `/api/payment/orders/${answer.Id}/capture`, {});
    while ((await diner.order(answer.orderKey)).paymentStatus !== 'SUCCEEDED') await tick(gateway);
    expect(await chargedFor(gateway, answer.orderKey)).toBe(890);
  });

  it('answers that nothing was begun where the provider can’t be asked about the card', async () => {
    await giveFault(gateway, { operation: 'read', when: 'beforeCommit', kind: 'drop' });
    const { body } = await diner.place();
    expect(ErrorBody.parse(body)).toMatchObject({ code: 'providerUnavailable', details: { nothingBegun: true } });
    expect(await gateway.database.knex('customer_order').where({ uid: diner.uid })).toEqual([]);
    await giveFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'drop' });
    expect(ErrorBody.parse((await diner.place()).body).details).toBeUndefined();
  });

  it('holds for two simultaneous requests, with a key and without', async () => {
    const pressed = await Promise.all([diner.place(), diner.place(), diner.place()]);
    const orders = pressed
      .filter(({ status }) => status === 200)
      .map(({ body }) => z.object({ orderKey: z.string() }).parse(body).orderKey);
    expect(new Set(orders).size).toBe(1);
    expect(await chargedFor(gateway, orders[0] ?? '')).toBe(890);
    // A second lunch is another order.
    expect((await diner.ordered()).orderKey).not.toBe(orders[0]);
  });

  it('shows an unknown status, never a failed one, while the provider doesn’t answer, and reconciliation settles it', async () => {
    // No hooks are registered here; they would be faster.
    const deaf = await gateways.start();
    await openKitchen(deaf, { place: aRestaurant(), dish: anOffer() });
    const guest = await orderingDiner(deaf);
    await giveFault(deaf, { operation: 'payin', when: 'afterCommit', kind: 'fail', status: 502 });
    expect(outcomeOf(await guest.place())).toEqual([503, 'providerUnavailable']);
    const [order] = await deaf.database
      .knex<{ key: string; uid: string }>('customer_order')
      .where({ uid: guest.uid })
      .select('key');
    expect((await guest.order(order?.key ?? '')).paymentStatus).toBe('UNKNOWN');
    deaf.clock.advance(60_000);
    await deaf.catchUp();
    expect([(await guest.order(order?.key ?? '')).paymentStatus, await chargedFor(deaf, order?.key ?? '')]).toEqual([
      'SUCCEEDED',
      890,
    ]);
  });
});

describe('a payment that its order can’t use', () => {
  it('is refunded where the provider takes the money after the diner saw a failure', async () => {
    const answer = await diner.ordered(challenged());
    // The payment was given up before the bank had decided.
    await gateway.database.write(({ knex }) =>
      knex('payment_attempt').where({ provider_id: answer.Id }).update({ state: 'FAILED' }),
    );
    await gateway.database.write(({ knex }) =>
      knex('customer_order').where({ key: answer.orderKey }).update({ payment_status: 'FAILED' }),
    );
    await decide(answer.SecureModeRedirectURL ?? '', 'success');
    await hook(answer.Id);
    await refunded(answer.orderKey);
    expect(
      (await ledgerOf(gateway, answer.orderKey)).map(({ kind, status, amount }) => [kind, status, amount]),
    ).toEqual([
      ['payin', 'SUCCEEDED', 890],
      ['refund', 'SUCCEEDED', 890],
    ]);
    expect((await diner.order(answer.orderKey)).paymentStatus).toBe('FAILED');
  });

  it('is refunded where its meal is over', async () => {
    const answer = await diner.ordered(challenged());
    const noon = gateway.clock.now();
    gateway.clock.moveTo(noon + 3 * 3_600_000);
    await decide(answer.SecureModeRedirectURL ?? '', 'success');
    await diner.call('PUT', `/api/payment/orders/${answer.Id}/status`, {});
    await tick(gateway);
    expect([(await diner.order(answer.orderKey)).paymentStatus, await chargedFor(gateway, answer.orderKey)]).toEqual([
      'FAILED',
      0,
    ]);
    gateway.clock.moveTo(noon);
  });
});

describe('an unusable payment whose provider refuses the refund', () => {
  it('is reported to support and to its diner, and isn’t retried for ever', async () => {
    const mailsTo = async (to: string): Promise<string[]> =>
      z
        .array(z.object({ subject: z.string() }))
        .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=${to}`)).json())
        .map(({ subject }) => subject);
    const answer = await diner.ordered(challenged());
    const noon = gateway.clock.now();
    gateway.clock.moveTo(noon + 3 * 3_600_000);
    await giveFault(gateway, {
      operation: 'refund',
      when: 'beforeCommit',
      kind: 'fail',
      resultCode: '001403',
      count: 100,
    });
    await decide(answer.SecureModeRedirectURL ?? '', 'success');
    await diner.call('PUT', `/api/payment/orders/${answer.Id}/status`, {});
    await tick(gateway);
    await tick(gateway);
    const { orderId } = await diner.order(answer.orderKey);
    expect([
      await mailsTo('zahlung@mahlzeit.test'),
      (await mailsTo(diner.email)).filter((subject) => subject.includes('später zurück')),
    ]).toEqual([
      [`8,90\u00a0€ der Bestellung ${orderId} gehen nicht von selbst zurück`],
      [`8,90\u00a0€ für deine Bestellung ${orderId} kommen später zurück`],
    ]);
    expect(await gateway.database.knex('order_refund').where({ order_key: answer.orderKey }).select('state')).toEqual([
      { state: 'FAILED' },
    ]);
    await fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });
    gateway.clock.moveTo(noon);
  });
});

describe('an event of a provider', () => {
  it('is a hint: the provider is asked, and a repeated, unknown or false event changes nothing', async () => {
    const page = await connectLive(gateway.url, { token: diner.idToken });
    page.say({ op: 'sub', id: 'me', topic: 'me' });
    await page.next('live');
    const answer = await diner.ordered(challenged());
    expect((await hook('payin_m_unknown')).status).toBe(200);
    await hook(answer.Id, '0');
    expect((await diner.order(answer.orderKey)).paymentStatus).toBe('CREATED');
    await decide(answer.SecureModeRedirectURL ?? '', 'success');
    await Promise.all([
      hook(answer.Id),
      hook(answer.Id),
      hook(answer.Id, '2'),
      diner.call('PUT', `/api/payment/orders/${answer.Id}/status`, {}),
    ]);
    await page.next('delta');
    expect([
      (await diner.order(answer.orderKey)).paymentStatus,
      await chargedFor(gateway, answer.orderKey),
      page.frames.filter(({ op }) => op === 'delta'),
    ]).toEqual(['SUCCEEDED', 890, [expect.anything()]]);
    page.cut();
  });
});

describe('the check of an order', () => {
  const changes: readonly [string, object, number, string][] = [
    ['no dishes', { items: [] }, 400, 'NoItems'],
    ['no time', { meetUpDate: undefined }, 400, 'NoMeetUpDate'],
    ['no place to eat', { isTakeAway: undefined }, 400, 'MissingRequiredFields'],
    ['an unknown restaurant', { restaurantId: 'nirgendwo' }, 404, 'RestaurantUndefined'],
    ['tomorrow', { meetUpDate: Date.parse('2026-06-25T12:30:00+02:00') }, 400, 'ErrorOrderNotToday'],
    ['in five minutes', { meetUpDate: Date.parse('2026-06-24T11:35:00+02:00') }, 400, 'ErrorOrderTooSoon'],
    ['after the kitchen has closed', { meetUpDate: Date.parse('2026-06-24T15:00:00+02:00') }, 409, 'restaurantClosed'],
    ['another price', { items: [{ mealKey: DISH, amount: 1, price: 850 }], totalPrice: 850 }, 409, 'OrderMealsChanged'],
    [
      'a missing dish',
      { items: [{ mealKey: 'schnitzel', amount: 1, price: 850 }], totalPrice: 850 },
      409,
      'OrderMealsChanged',
    ],
    ['another total', { totalPrice: 880 }, 409, 'TotalPrice'],
    ['an unknown voucher', { discount: { id: 'keiner', value: 200 }, totalPrice: 690 }, 409, 'DiscountLimitExceeded'],
    ['an unknown meetup', { meetUp: 'keins' }, 404, 'notFound'],
  ];

  it.each(changes)('refuses %s', async (_, overrides, status, code) => {
    expect(outcomeOf(await diner.place(diner.form(overrides)))).toEqual([status, code]);
  });

  it.each([
    ['as long as it is served', '12:15', [200]],
    ['once it is over', '12:30', [409, 'restaurantClosed']],
  ])('has lunch %s', async (_when, time, outcome) => {
    const named = (lunchTimes: object) =>
      gateway.database.write(({ knex }) =>
        knex('restaurant')
          .where({ key: PLACE })
          .update({ lunch_times: JSON.stringify({ 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [], ...lunchTimes }) }),
      );
    await named({ 3: [{ start: '11:30', end: '12:30' }] });
    const answer = await diner.place(diner.form({ meetUpDate: Date.parse(`2026-06-24T${time}:00+02:00`) }));
    await named({});
    expect(outcomeOf(answer)).toEqual(outcome);
  });

  describe('of a dish', () => {
    const DEAR = 11_000_000;
    beforeAll(() =>
      gateway.database.write(async ({ knex }) => {
        const catalog = createCatalogRepository(knex);
        const [known] = await catalog.findOffers([DISH]);
        if (known === undefined) throw new Error('the place has its dish');
        const dish = (overrides: Partial<Offer>) => ({
          restaurantKey: PLACE,
          source: null,
          offer: { ...known.offer, ...overrides },
        });
        await catalog.putOffers([
          dish({ key: 'antipasti', price: 220, unit: '100 g' }),
          dish({ key: 'kaviar', price: DEAR }),
        ]);
      }),
    );

    it.each([
      [
        'of a dish that is sold by weight',
        { items: [{ mealKey: 'antipasti', amount: 1, price: 220 }], totalPrice: 220 },
        [409, 'OrderMealsChanged'],
      ],
      [
        'of a dish that makes more than 9.999.999,99 €',
        { items: [{ mealKey: 'kaviar', amount: 91, price: DEAR }], totalPrice: MAX_ORDER_TOTAL },
        [409, 'TotalPrice'],
      ],
      [
        'that is said to',
        { items: [{ mealKey: 'kaviar', amount: 91, price: DEAR }], totalPrice: 91 * DEAR },
        [400, 'invalidRequest'],
      ],
    ])('refuses one %s', async (_, overrides, outcome) => {
      expect(outcomeOf(await diner.place(diner.form(overrides)))).toEqual(outcome);
    });

    it('accepts an order that makes just less', async () => {
      expect(
        (
          await diner.ordered(
            diner.form({ items: [{ mealKey: 'kaviar', amount: 90, price: DEAR }], totalPrice: 90 * DEAR }),
          )
        ).Status,
      ).toBe('SUCCEEDED');
    });
  });

  it('refuses eating in at a restaurant that only sells take-away', async () => {
    const takeAwayOnly = (onlyTakeAway: boolean) =>
      gateway.database.write(({ knex }) =>
        knex('restaurant').where({ key: PLACE }).update({ only_take_away: onlyTakeAway }),
      );
    await takeAwayOnly(true);
    const outcomes = [await diner.place(diner.form({ isTakeAway: false })), await diner.place(diner.form())].map(
      outcomeOf,
    );
    await takeAwayOnly(false);
    expect(outcomes).toEqual([[400, 'MissingRequiredFields'], [200]]);
  });

  it('answers 404 for a meetup of other users', async () => {
    const [key, date, now, owner, guest] = [
      `fremdes-${diner.uid}`,
      Date.parse('2026-06-24T12:30:00+02:00'),
      gateway.clock.now(),
      await orderingDiner(gateway),
      await orderingDiner(gateway),
    ];
    await gateway.database.write(async ({ knex }) => {
      await knex('invitation').insert({
        key,
        owner_uid: owner.uid,
        restaurant_key: PLACE,
        date,
        is_take_away: true,
        is_canceled: false,
        is_reminder_sent: false,
        chat_key: key,
        message_key: key,
        replaced_message_key: null,
        sequence: 0,
        created_at: now,
        changed_at: now,
        share_token: null,
      });
      for (const [position, { uid }] of [owner, guest].entries())
        await knex('invitation_attendee').insert({ invitation_key: key, uid, date, position, status: 'accepted' });
    });
    expect(outcomeOf(await diner.place(diner.form({ meetUp: key })))).toEqual([404, 'notFound']);
    expect(await gateway.database.knex('customer_order').where({ uid: diner.uid })).toEqual([]);
    expect(outcomeOf(await owner.place(owner.form({ meetUp: key })))).toEqual([200]);
  });

  it('refuses an order of today for a meetup of tomorrow', async () => {
    const [key, date, now, other] = [
      `treffen-${diner.uid}`,
      Date.parse('2026-06-25T12:30:00+02:00'),
      gateway.clock.now(),
      await orderingDiner(gateway),
    ];
    await gateway.database.write(async ({ knex }) => {
      await knex('invitation').insert({
        key,
        owner_uid: diner.uid,
        restaurant_key: PLACE,
        date,
        is_take_away: true,
        is_canceled: false,
        is_reminder_sent: false,
        chat_key: key,
        message_key: key,
        replaced_message_key: null,
        sequence: 0,
        created_at: now,
        changed_at: now,
        share_token: null,
      });
      for (const [position, { uid }] of [diner, other].entries())
        await knex('invitation_attendee').insert({ invitation_key: key, uid, date, position, status: 'accepted' });
    });
    expect(outcomeOf(await diner.place(diner.form({ meetUp: key })))).toEqual([400, 'ErrorOrderWrongDay']);
  });

  it('C02 refuses an order without a price', async () => {
    await putVoucher(
      gateway,
      aDiscount({ key: 'alles', type: 'giftcard', value: 100, discountType: 'percent', quantity: 9 }),
    );
    expect(outcomeOf(await diner.place(diner.form({ discount: { id: 'alles', value: 890 }, totalPrice: 0 })))).toEqual([
      409,
      'TotalPrice',
    ]);
  });

  it('C25 hides an order and its payment from other users', async () => {
    const { orderKey, Id } = await diner.ordered();
    const other = await orderingDiner(gateway);
    for (const path of [`orders/${orderKey}`, `orders/byPayIn/${Id}`])
      expect(outcomeOf(await other.call('GET', `/api/payment/${path}`))).toEqual([404, 'OrderNotFound']);
    expect(outcomeOf(await other.call('GET', `/api/payment/payIn/${Id}`))).toEqual([404, 'notFound']);
    expect(outcomeOf(await other.call('PUT', `/api/payment/orders/${Id}/status`, {}))).toEqual([404, 'OrderNotFound']);
  });
});
