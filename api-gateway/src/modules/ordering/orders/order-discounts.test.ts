import { OrderAnswer } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { connectLive } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { outcomeOf } from '../../identity/testing/people';
import {
  chargedFor,
  pressButton,
  DISH_KEY,
  DRINK_KEY,
  insertPayingRestaurant,
  createOrderingDiner,
  putVoucher,
  renewVoucher,
} from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';

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

describe('vouchers', () => {
  it('are used with the order and are free again when it fails', async () => {
    await putVoucher(gateway, aDiscount({ key: 'gutschein', type: 'giftcard', value: 200, quantity: 1 }));
    const readQuantityLeft = async (): Promise<unknown> =>
      z
        .array(z.looseObject({ key: z.string() }))
        .parse((await diner.call('GET', '/api/discounts')).body)
        .filter(({ key }) => key === 'gutschein');
    const orderForm = diner.form({
      debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge`,
      discount: { id: 'gutschein', value: 200 },
      totalPrice: 690,
    });
    const orderAnswer = await diner.placeOrder(orderForm);
    expect(await readQuantityLeft()).toEqual([]);
    const otherDiner = await createOrderingDiner(gateway);
    expect(
      outcomeOf(
        await otherDiner.place(otherDiner.form({ discount: { id: 'gutschein', value: 200 }, totalPrice: 690 })),
      ),
    ).toEqual([409, 'DiscountLimitExceeded']);
    await pressButton(orderAnswer.SecureModeRedirectURL ?? '', 'fail');
    await diner.call('PUT', `/api/payment/orders/${orderAnswer.Id}/status`, {});
    expect(await readQuantityLeft()).toMatchObject([{ key: 'gutschein', quantityLeft: 1, usedByMe: false }]);
    expect(
      (await otherDiner.placeOrder(otherDiner.form({ discount: { id: 'gutschein', value: 200 }, totalPrice: 690 })))
        .Status,
    ).toBe('SUCCEEDED');
  });
});

describe('a voucher that is deleted and made anew under the same key', () => {
  it('stays used by its second order when the payment of the first one fails', async () => {
    const voucher = aDiscount({ key: 'erneuert', type: 'giftcard', value: 200, quantity: 1 });
    await putVoucher(gateway, voucher);
    const voucherFields = { discount: { id: 'erneuert', value: 200 }, totalPrice: 690 };
    const firstOrder = await diner.placeOrder(
      diner.form({ ...voucherFields, debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge` }),
    );
    await renewVoucher(gateway, voucher);
    expect((await diner.placeOrder(diner.form(voucherFields))).Status).toBe('SUCCEEDED');
    await pressButton(firstOrder.SecureModeRedirectURL ?? '', 'fail');
    await diner.call('PUT', `/api/payment/orders/${firstOrder.Id}/status`, {});
    expect((await diner.order(firstOrder.orderKey)).paymentStatus).toBe('FAILED');
    expect(outcomeOf(await diner.place(diner.form({ ...voucherFields, isRepeatConfirmed: true })))).toEqual([
      409,
      'DiscountLimitExceeded',
    ]);
  });
});

describe('the last piece of a discount', () => {
  const countUses = async (discountKey: string): Promise<number> =>
    (await gateway.database.knex('discount_use').where({ discount_key: discountKey })).length;

  it.each([
    [
      'a voucher',
      aDiscount({ key: 'letzter', type: 'giftcard', value: 200, quantity: 1 }),
      { discount: { id: 'letzter', value: 200 } },
    ],
    [
      'a price of a dish',
      aDiscount({ key: 'letzte', type: 'promotion', value: 200, quantity: 1 }),
      { items: [{ mealKey: DISH_KEY, amount: 1, price: 890, discount: { id: 'letzte', value: 200 } }] },
    ],
  ])('is had by one of those who order with it at once: %s', async (_title, lastDiscount, discountFields) => {
    await putVoucher(gateway, lastDiscount);
    const competingDiners = [diner, await createOrderingDiner(gateway), await createOrderingDiner(gateway)];
    const orderResponses = await Promise.all(
      competingDiners.map((currentDiner) =>
        currentDiner.place(currentDiner.form({ ...discountFields, totalPrice: 690 })),
      ),
    );
    expect(orderResponses.map(outcomeOf).toSorted()).toEqual([
      [200],
      [409, 'DiscountLimitExceeded'],
      [409, 'DiscountLimitExceeded'],
    ]);
    const { orderKey } = OrderAnswer.parse(orderResponses.find(({ status }) => status === 200)?.body);
    const orders = await gateway.database
      .knex('customer_order')
      .whereIn(
        'uid',
        competingDiners.map(({ uid }) => uid),
      )
      .select('key', 'total');
    expect([orders, await countUses(lastDiscount.key), await chargedFor(gateway, orderKey)]).toEqual([
      [{ key: orderKey, total: 690 }],
      1,
      690,
    ]);
  });

  it('is shown live to diners with it in their cart, who are charged neither the old sum nor another one', async () => {
    await putVoucher(gateway, aDiscount({ key: 'vergriffen', type: 'giftcard', value: 200, quantity: 1 }));
    const otherDiner = await createOrderingDiner(gateway);
    const livePage = await connectLive(gateway.url, { token: otherDiner.idToken });
    livePage.say({ op: 'sub', id: 'global', topic: 'global' });
    await livePage.next('live');
    const discountedForm = (orderer: typeof diner) =>
      orderer.form({ discount: { id: 'vergriffen', value: 200 }, totalPrice: 690 });
    await diner.placeOrder(discountedForm(diner));
    expect((await livePage.next('delta')).ops).toMatchObject([
      { kind: 'put', collection: 'discounts', key: 'vergriffen', value: { quantityLeft: 0, usedByMe: false } },
    ]);
    livePage.terminate();
    expect(outcomeOf(await otherDiner.place(discountedForm(otherDiner)))).toEqual([409, 'DiscountLimitExceeded']);
    expect(
      outcomeOf(
        await otherDiner.place(otherDiner.form({ discount: { id: 'vergriffen', value: 200 }, totalPrice: 890 })),
      ),
    ).toEqual([409, 'DiscountLimitExceeded']);
    expect(await gateway.database.knex('customer_order').where({ uid: otherDiner.uid })).toEqual([]);
    expect((await otherDiner.placeOrder()).Status).toBe('SUCCEEDED');
  });
});

describe('a discount', () => {
  const expectedLimitError = [409, 'DiscountLimitExceeded'];

  it('is refused as a voucher beside a dish with a discount of its own, whichever saves more', async () => {
    await putVoucher(gateway, aDiscount({ key: 'neben', type: 'giftcard', value: 100, quantity: 9 }));
    await putVoucher(gateway, aDiscount({ key: 'nebenpreis', type: 'promotion', value: 200, quantity: 9 }));
    const orderItems = [
      { mealKey: DISH_KEY, amount: 1, price: 890, discount: { id: 'nebenpreis', value: 200 } },
      { mealKey: DRINK_KEY, amount: 1, price: 250 },
    ];
    const voucherDiscount = { id: 'neben', value: 100 };
    const order = await diner.placeOrder(diner.form({ paymentOption: 'paypal', debitedCardId: null }));
    expect(
      await diner.place(diner.form({ items: orderItems, discount: voucherDiscount, totalPrice: 865 })),
    ).toMatchObject({
      status: 409,
      body: { code: 'DiscountLimitExceeded', details: { reason: 'notCombinable' } },
    });
    expect(await gateway.database.knex('discount_use').whereIn('discount_key', ['neben', 'nebenpreis'])).toEqual([]);
    // The diner's earlier uncaptured payment stays open, because abandoning it would not solve this error.
    expect((await diner.order(order.orderKey)).paymentStatus).toBe('CREATED');
    // The check for an unknown voucher comes first, before the check for combined discounts.
    const unknownDiscountAnswer = await diner.place(
      diner.form({ items: orderItems, discount: { ...voucherDiscount, id: 'keiner' }, totalPrice: 865 }),
    );
    expect([outcomeOf(unknownDiscountAnswer), unknownDiscountAnswer.body]).toEqual([
      expectedLimitError,
      expect.not.objectContaining({ details: expect.anything() }),
    ]);
    expect((await diner.placeOrder(diner.form({ items: orderItems, totalPrice: 965 }))).Status).toBe('SUCCEEDED');
  });

  it('is refused as a voucher on each of several pieces', async () => {
    await putVoucher(gateway, aDiscount({ key: 'karte', type: 'giftcard', value: 200, quantity: 9 }));
    const orderItems = [{ mealKey: DISH_KEY, amount: 10, price: 890, discount: { id: 'karte', value: 200 } }];
    expect(outcomeOf(await diner.place(diner.form({ items: orderItems, totalPrice: 6900 })))).toEqual(
      expectedLimitError,
    );
  });

  it('is refused as a voucher where it belongs to a dish', async () => {
    await putVoucher(gateway, aDiscount({ key: 'tagespreis', discountType: 'override', value: 500, quantity: 9 }));
    const formWithTwoDiscounts = (formDiscount: object) =>
      diner.form({ items: [{ mealKey: DISH_KEY, amount: 2, price: 890 }], ...formDiscount });
    expect(
      outcomeOf(
        await diner.place(formWithTwoDiscounts({ discount: { id: 'tagespreis', value: 1280 }, totalPrice: 500 })),
      ),
    ).toEqual(expectedLimitError);
    const orderItems = [{ mealKey: DISH_KEY, amount: 2, price: 890, discount: { id: 'tagespreis', value: 390 } }];
    expect((await diner.placeOrder(diner.form({ items: orderItems, totalPrice: 1000 }))).Status).toBe('SUCCEEDED');
  });

  it('is accepted as a voucher that is valid everywhere, also for a whole order', async () => {
    await putVoucher(
      gateway,
      aDiscount({ key: 'zehner', type: 'giftcard', value: 100, quantity: 9, forAllMeals: false }),
    );
    expect(
      (await diner.placeOrder(diner.form({ discount: { id: 'zehner', value: 100 }, totalPrice: 790 }))).Status,
    ).toBe('SUCCEEDED');
  });
});
