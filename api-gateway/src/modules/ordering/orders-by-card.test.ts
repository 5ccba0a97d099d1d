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
  DISH_KEY,
  DRINK_KEY,
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

const challengedForm = (formOverrides: object = {}) =>
  diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge`, ...formOverrides });

describe('an order by card', () => {
  it('is paid at once where the bank doesn’t ask, and appears on every page of its diner', async () => {
    const livePage = await connectLive(gateway.url, { token: diner.idToken });
    livePage.say({ op: 'sub', id: 'me', topic: 'me' });
    await livePage.next('live');
    const orderAnswer = await diner.placeOrder();
    expect(orderAnswer).toMatchObject({
      Status: 'SUCCEEDED',
      SecureModeRedirectURL: null,
      ResultCode: null,
      links: [],
    });
    const order = await diner.order(orderAnswer.orderKey);
    expect(order).toMatchObject({
      paymentStatus: 'SUCCEEDED',
      status: 'Pending',
      totalPrice: 890,
      payInId: orderAnswer.Id,
      orderId: expect.stringMatching(/^[A-Z]\d{3}$/),
      vatByType: { FOOD: { rate: 7, gross: 890 } },
    });
    const liveDelta = await livePage.next('delta');
    expect(liveDelta.ops).toEqual([{ kind: 'put', collection: 'orders', key: order.key, value: order }]);
    livePage.terminate();
    expect(await ledgerOf(gateway, order.key)).toEqual([
      {
        provider: 'mangopay',
        kind: 'payin',
        status: 'SUCCEEDED',
        amount: 890,
        reference: order.key,
        payInId: orderAnswer.Id,
      },
    ]);
  });

  it.each([
    ['success', 'SUCCEEDED', 890],
    ['fail', 'FAILED', 0],
    ['cancel', 'FAILED', 0],
  ])('goes by what the bank is told: %s', async (bankDecision, status, expectedCharge) => {
    const orderAnswer = await diner.placeOrder(challengedForm());
    expect(orderAnswer.Status).toBe('CREATED');
    const returnUrl = await pressButton(orderAnswer.SecureModeRedirectURL ?? '', bankDecision);
    expect(returnUrl.href).toBe(`${gateway.url}/payment/return?transactionId=${orderAnswer.Id}`);
    expect((await diner.call('GET', `/api/payment/payIn/${orderAnswer.Id}`)).body).toMatchObject({
      Status: status,
      Id: orderAnswer.Id,
    });
    const updatedOrder = Order.parse(
      (await diner.call('PUT', `/api/payment/orders/${orderAnswer.Id}/status`, {})).body,
    );
    expect([updatedOrder.paymentStatus, await chargedFor(gateway, orderAnswer.orderKey)]).toEqual([
      status,
      expectedCharge,
    ]);
  });

  it('C15 is CREATED while nobody has decided its payment', async () => {
    const orderAnswer = await diner.placeOrder(challengedForm());
    expect((await diner.call('GET', `/api/payment/payIn/${orderAnswer.Id}`)).body).toMatchObject({ Status: 'CREATED' });
    expect((await diner.order(orderAnswer.orderKey)).paymentStatus).toBe('CREATED');
  });

  it('is confirmed by mail with number, restaurant, time, dishes, separate deposit, VAT of each rate, and seller', async () => {
    await putVoucher(gateway, aDiscount({ key: 'mailgutschein', type: 'giftcard', value: 300, quantity: 9 }));
    const orderItems = [
      { mealKey: DISH_KEY, amount: 2, price: 890 },
      { mealKey: DRINK_KEY, amount: 1, price: 250 },
    ];
    const { orderKey } = await diner.placeOrder(
      diner.form({ items: orderItems, discount: { id: 'mailgutschein', value: 300 }, totalPrice: 1755 }),
    );
    const { orderId } = await diner.order(orderKey);
    const sentMails = z
      .array(z.object({ subject: z.string(), text: z.string() }))
      .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=${diner.email}`)).json());
    const mail = sentMails.find(({ subject }) => subject === `Deine Bestellung ${orderId} bei Elbkantine`);
    const mailLines = (mail?.text ?? '')
      .replaceAll('\u00a0', ' ')
      .split('\n')
      .filter((mailLine) => mailLine !== '');
    expect(mailLines.slice(1, -4)).toEqual([
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
    const declinedForm = diner.form({
      items: [
        { mealKey: DISH_KEY, amount: 37, price: 890 },
        { mealKey: DRINK_KEY, amount: 1, price: 250 },
      ],
      totalPrice: 37 * 890 + 275,
    });
    await injectFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode: '101101' });
    const orderAnswer = await diner.placeOrder(declinedForm);
    expect(orderAnswer).toMatchObject({ Status: 'FAILED', ResultCode: '101101' });
    expect([
      (await diner.order(orderAnswer.orderKey)).paymentStatus,
      await chargedFor(gateway, orderAnswer.orderKey),
    ]).toEqual(['FAILED', 0]);
  });

  it.each(['101305', '101306'])(
    'makes the bank ask for an hour after it has refused the card with %s',
    async (bankResultCode) => {
      await injectFault(gateway, {
        operation: 'payin',
        when: 'beforeCommit',
        kind: 'fail',
        resultCode: bankResultCode,
      });
      const refusedOrderAnswer = await diner.placeOrder();
      expect(refusedOrderAnswer).toMatchObject({ Status: 'FAILED', ResultCode: bankResultCode });
      const challengedOrderAnswers = [await diner.placeOrder(), await diner.placeOrder()];
      expect(challengedOrderAnswers).toMatchObject([
        { Status: 'CREATED', SecureModeRedirectURL: expect.any(String) },
        { Status: 'CREATED' },
      ]);
      await pressButton(challengedOrderAnswers[0]?.SecureModeRedirectURL ?? '', 'success');
      expect((await diner.call('GET', `/api/payment/payIn/${challengedOrderAnswers[0]?.Id}`)).body).toMatchObject({
        Status: 'SUCCEEDED',
      });
      await gateway.database.write(({ knex }) =>
        knex('payment_attempt')
          .where({ order_key: refusedOrderAnswer.orderKey })
          .update({ begun_at: gateway.clock.realNow() - 3_600_000 }),
      );
      expect(await diner.placeOrder()).toMatchObject({ Status: 'SUCCEEDED', SecureModeRedirectURL: null });
    },
  );

  it('doesn’t make the bank ask after the refusal of another card, of another diner’s card, or for another reason', async () => {
    const otherDiner = await createOrderingDiner(gateway);
    await injectFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode: '101305' });
    await diner.placeOrder(challengedForm());
    await injectFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'fail', resultCode: '101101' });
    await diner.placeOrder();
    expect([await diner.placeOrder(), await otherDiner.placeOrder()]).toMatchObject([
      { Status: 'SUCCEEDED' },
      { Status: 'SUCCEEDED' },
    ]);
  });

  it.each([
    ['no card', { debitedCardId: null }, 400, 'NoCardId'],
    ['an unknown card', { debitedCardId: 'card_m_none' }, 400, 'NoCard'],
    ['somebody else’s card', { debitedCardId: 'demo-card-fremd-frictionless' }, 403, 'WrongTransactionAuthor'],
  ])('is not taken with %s', async (_title, formOverrides, status, expectedCode) => {
    expect(outcomeOf(await diner.place(diner.form(formOverrides)))).toEqual([status, expectedCode]);
  });
});

describe('an order by a registered card', () => {
  const placeOrderOutcome = async (owner: CardOwnerPerson, debitedCardId: string) =>
    outcomeOf(await owner.call('POST', '/api/payment/orders', orderForm('', { debitedCardId })));

  it('is accepted only after the registration is finished', async () => {
    const owner = await createCardOwner(gateway);
    await owner.registerPaymentUser();
    const cardId = await owner.tokenise(CARD_NUMBERS.frictionless);
    expect(await placeOrderOutcome(owner, cardId)).toEqual([400, 'NoCard']);
    await owner.finishRegistration({ cardId, cardTypeAlias: 'VISA' });
    expect(await placeOrderOutcome(owner, cardId)).toEqual([200]);
  });

  it.each([
    ['has said nothing yet', null],
    ['was told no', 'fail'],
  ])('isn’t taken where the bank %s', async (_title, bankDecision) => {
    const owner = await createCardOwner(gateway);
    await owner.registerPaymentUser();
    const { cardId, answer } = await owner.addCard(CARD_NUMBERS.challenge);
    if (bankDecision !== null)
      await owner.finishRegistration({
        preAuthorizationId: (await pressButton(answer.SecureModeRedirectURL ?? '', bankDecision)).searchParams.get(
          'preAuthorizationId',
        ),
      });
    expect([
      await placeOrderOutcome(owner, cardId),
      await gateway.database.knex('customer_order').where({ uid: owner.uid }),
    ]).toEqual([[400, 'NoCard'], []]);
  });

  it('is refused after the card’s last month', async () => {
    const owner = await createCardOwner(gateway);
    await owner.registerPaymentUser();
    const { cardId } = await owner.addCard(CARD_NUMBERS.frictionless, { cardExpirationDate: '0626' });
    const julyMeal = { date: '2026-07-01', dish: 'linsencurry-im-juli', noon: Date.parse('2026-07-01T12:00:00+02:00') };
    await gateway.database.write(async ({ knex }) => {
      const [todaysOffer] = await createCatalogRepository(knex).findOffers([DISH_KEY]);
      if (todaysOffer !== undefined)
        await createCatalogRepository(knex).putOffers([
          { ...todaysOffer, offer: { ...todaysOffer.offer, key: julyMeal.dish, date: julyMeal.date } },
        ]);
    });
    const previousNow = gateway.clock.now();
    gateway.clock.moveTo(julyMeal.noon);
    const order = (debitedCardId: string) =>
      owner.call(
        'POST',
        '/api/payment/orders',
        orderForm('', {
          debitedCardId,
          meetUpDate: julyMeal.noon + 30 * 60_000,
          items: [{ mealKey: julyMeal.dish, amount: 1, price: 890 }],
        }),
      );
    expect(outcomeOf(await order(cardId))).toEqual([400, 'NoCard']);
    const { cardId: validCardId } = await owner.addCard();
    expect(outcomeOf(await order(validCardId))).toEqual([200]);
    gateway.clock.moveTo(previousNow);
  });
});

describe('an order in a calendar', () => {
  const loadCalendar = (requestingDiner: OrderingDiner, requestedOrderKey: string): Promise<Response> =>
    fetch(`${gateway.url}/api/payment/orders/${requestedOrderKey}/calendar.ics`, {
      headers: { Authorization: `Bearer ${requestingDiner.idToken}` },
    });

  it('names time, place and number once it is paid', async () => {
    const { orderKey } = await diner.placeOrder();
    const calendarResponse = await loadCalendar(diner, orderKey);
    expect([
      calendarResponse.status,
      calendarResponse.headers.get('content-type'),
      calendarResponse.headers.get('content-disposition'),
    ]).toEqual([200, 'text/calendar; charset=utf-8', 'attachment; filename=bestellung.ics']);
    const calendarComponent = new ICAL.Component(ICAL.parse(await calendarResponse.text()));
    const event = new ICAL.Event(calendarComponent.getFirstSubcomponent('vevent') ?? undefined);
    const { orderId } = await diner.order(orderKey);
    expect([
      calendarComponent.getFirstPropertyValue('method'),
      event.startDate.toUnixTime() * 1000,
      event.summary,
    ]).toEqual(['PUBLISH', Date.parse('2026-06-24T12:30:00+02:00'), 'Mittagessen: Elbkantine']);
    expect(event.location).toContain('Elbkantine, ');
    expect(event.description).toContain(`Bestellnummer: ${orderId}. `);
    expect(await (await loadCalendar(diner, orderKey)).text()).not.toContain('ATTENDEE');
  });

  it('is unavailable before it is paid, and to other users', async () => {
    const [unpaidOrder, paidOrder] = [await diner.placeOrder(challengedForm()), await diner.placeOrder()];
    const otherDiner = await createOrderingDiner(gateway);
    expect([
      (await loadCalendar(diner, unpaidOrder.orderKey)).status,
      (await loadCalendar(otherDiner, paidOrder.orderKey)).status,
      (await loadCalendar(diner, paidOrder.orderKey)).status,
    ]).toEqual([404, 404, 200]);
  });
});
