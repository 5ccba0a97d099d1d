import { Order } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import ICAL from 'ical.js';
import * as z from 'zod/mini';
import { connectLive } from '../../platform/testing/live-test-client';
import { testGateways } from '../../platform/testing/test-gateway';
import type { TestGateway } from '../../platform/testing/test-gateway';
import { createCatalogRepository } from '../discovery/testing/repositories';
import { outcomeOf } from '../identity/testing/people';
import {
  chargedFor,
  pressButton,
  DISH,
  DRINK,
  injectFault,
  ledgerOf,
  insertPayingRestaurant,
  orderForm,
  createOrderingDiner,
  putVoucher,
} from './testing/counter';
import type { OrderingDiner } from './testing/counter';
import { createCardOwner, CARD_NUMBERS } from './testing/wallet';
import type { CardOwnerPerson } from './testing/wallet';

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

const challenged = (overrides: object = {}) =>
  diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge`, ...overrides });

describe('an order by card', () => {
  it('is paid at once where the bank doesn’t ask, and appears on every page of its diner', async () => {
    const page = await connectLive(gateway.url, { token: diner.idToken });
    page.say({ op: 'sub', id: 'me', topic: 'me' });
    await page.next('live');
    const answer = await diner.placeOrder();
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
    page.terminate();
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
    const answer = await diner.placeOrder(challenged());
    expect(answer.Status).toBe('CREATED');
    const back = await pressButton(answer.SecureModeRedirectURL ?? '', result);
    expect(back.href).toBe(`${gateway.url}/payment/return?transactionId=${answer.Id}`);
    expect((await diner.call('GET', `/api/payment/payIn/${answer.Id}`)).body).toMatchObject({
      Status: status,
      Id: answer.Id,
    });
    const updated = Order.parse((await diner.call('PUT', `/api/payment/orders/${answer.Id}/status`, {})).body);
    expect([updated.paymentStatus, await chargedFor(gateway, answer.orderKey)]).toEqual([status, charged]);
  });

  it('C15 is CREATED while nobody has decided its payment', async () => {
    const answer = await diner.placeOrder(challenged());
    expect((await diner.call('GET', `/api/payment/payIn/${answer.Id}`)).body).toMatchObject({ Status: 'CREATED' });
    expect((await diner.order(answer.orderKey)).paymentStatus).toBe('CREATED');
  });

  it('is confirmed by mail with number, restaurant, time, dishes, separate deposit, VAT of each rate, and seller', async () => {
    await putVoucher(gateway, aDiscount({ key: 'mailgutschein', type: 'giftcard', value: 300, quantity: 9 }));
    const items = [
      { mealKey: DISH, amount: 2, price: 890 },
      { mealKey: DRINK, amount: 1, price: 250 },
    ];
    const { orderKey } = await diner.placeOrder(
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
    await injectFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode: '101101' });
    const answer = await diner.placeOrder(form);
    expect(answer).toMatchObject({ Status: 'FAILED', ResultCode: '101101' });
    expect([(await diner.order(answer.orderKey)).paymentStatus, await chargedFor(gateway, answer.orderKey)]).toEqual([
      'FAILED',
      0,
    ]);
  });

  it.each(['101305', '101306'])(
    'makes the bank ask for an hour after it has refused the card with %s',
    async (resultCode) => {
      await injectFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode });
      const refused = await diner.placeOrder();
      expect(refused).toMatchObject({ Status: 'FAILED', ResultCode: resultCode });
      const asked = [await diner.placeOrder(), await diner.placeOrder()];
      expect(asked).toMatchObject([
        { Status: 'CREATED', SecureModeRedirectURL: expect.any(String) },
        { Status: 'CREATED' },
      ]);
      await pressButton(asked[0]?.SecureModeRedirectURL ?? '', 'success');
      expect((await diner.call('GET', `/api/payment/payIn/${asked[0]?.Id}`)).body).toMatchObject({
        Status: 'SUCCEEDED',
      });
      await gateway.database.write(({ knex }) =>
        knex('payment_attempt')
          .where({ order_key: refused.orderKey })
          .update({ begun_at: gateway.clock.realNow() - 3_600_000 }),
      );
      expect(await diner.placeOrder()).toMatchObject({ Status: 'SUCCEEDED', SecureModeRedirectURL: null });
    },
  );

  it('doesn’t make the bank ask after the refusal of another card, of another diner’s card, or for another reason', async () => {
    const other = await createOrderingDiner(gateway);
    await injectFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode: '101305' });
    await diner.placeOrder(challenged());
    await injectFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode: '101101' });
    await diner.placeOrder();
    expect([await diner.placeOrder(), await other.placeOrder()]).toMatchObject([
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
    const owner = await createCardOwner(gateway);
    await owner.registerPaymentUser();
    const cardId = await owner.tokenise(CARD_NUMBERS.frictionless);
    expect(await places(owner, cardId)).toEqual([400, 'NoCard']);
    await owner.finishRegistration({ cardId, cardTypeAlias: 'VISA' });
    expect(await places(owner, cardId)).toEqual([200]);
  });

  it.each([
    ['has said nothing yet', null],
    ['was told no', 'fail'],
  ])('isn’t taken where the bank %s', async (_what, result) => {
    const owner = await createCardOwner(gateway);
    await owner.registerPaymentUser();
    const { cardId, answer } = await owner.addCard(CARD_NUMBERS.challenge);
    if (result !== null)
      await owner.finishRegistration({
        preAuthorizationId: (await pressButton(answer.SecureModeRedirectURL ?? '', result)).searchParams.get(
          'preAuthorizationId',
        ),
      });
    expect([
      await places(owner, cardId),
      await gateway.database.knex('customer_order').where({ uid: owner.uid }),
    ]).toEqual([[400, 'NoCard'], []]);
  });

  it('is refused after the card’s last month', async () => {
    const owner = await createCardOwner(gateway);
    await owner.registerPaymentUser();
    const { cardId } = await owner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: '0626' });
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
    const { cardId: good } = await owner.addCard();
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
    const { orderKey } = await diner.placeOrder();
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
    const [open, paid] = [await diner.placeOrder(challenged()), await diner.placeOrder()];
    const other = await createOrderingDiner(gateway);
    expect([
      (await load(diner, open.orderKey)).status,
      (await load(other, paid.orderKey)).status,
      (await load(diner, paid.orderKey)).status,
    ]).toEqual([404, 404, 200]);
  });
});
