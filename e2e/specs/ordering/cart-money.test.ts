import type { Discount, Offer } from '@mahlzeit/contract';
import {
  aDiscount,
  anOffer,
  aRestaurant,
  aVatType,
  aWeek,
  aWorkingWeek,
  fixtureNow,
} from '@mahlzeit/contract/fixtures';
import fc from 'fast-check';
import { checkOrder, completeForm } from '../../../api-gateway/src/modules/ordering/orders/order-checks';
import { emptyCart, withAmount } from '../../../mf-ordering/src/features/cart/cart';
import type { Cart } from '../../../mf-ordering/src/features/cart/cart';
import { orderSlotsOf, cartTotals } from '../../../mf-ordering/src/features/cart/cart-rules';
import { reconcileCart } from '../../../mf-ordering/src/features/cart/cart-sync';
import { orderFormOf } from '../../../mf-ordering/src/features/cart/order-form';

const CART_COUNT = 10_000;

const createOfferArbitrary = (index: number): fc.Arbitrary<Offer> =>
  fc
    .record({
      price: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
        fc.integer({ min: 0, max: 2_000_000 }),
      ),
      deposit: fc.option(fc.integer({ min: 0, max: 200 }), { nil: null, freq: 2 }),
      vatType: fc.constantFrom('FOOD' as const, 'DRINK' as const),
    })
    .map((offerValues) => anOffer({ key: `gericht-${index}`, typeKey: 'suppen', baseName: 'Suppen', ...offerValues }));

const discountArbitrary = fc
  .record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    type: fc.constantFrom(
      'compensation' as const,
      'giftcard' as const,
      'goodie' as const,
      'loyalty' as const,
      'promotion' as const,
      'smartprice' as const,
    ),
    worth: fc.oneof(
      fc.record({ discountType: fc.constant('absolute' as const), value: fc.integer({ min: 0, max: 5_000 }) }),
      fc.record({ discountType: fc.constant('percent' as const), value: fc.integer({ min: 0, max: 100 }) }),
      fc.record({ discountType: fc.constant('override' as const), value: fc.integer({ min: 0, max: 2_000 }) }),
    ),
    restaurantRef: fc.constantFrom(null, 'elbkantine', 'anderswo'),
    mealRef: fc.constantFrom(null, null, 'gericht-0', 'gericht-1'),
    forAllMeals: fc.boolean(),
    usedByMe: fc.boolean(),
    quantityLeft: fc.integer({ min: 0, max: 2 }),
    begins: fc.constantFrom(-60, 30, 90),
  })
  .map(({ worth, begins, ...drawn }): Discount =>
    aDiscount({ ...drawn, ...worth, start: fixtureNow + begins * 60_000, end: fixtureNow + 24 * 3_600_000 }),
  );

const cartArbitrary = fc.record({
  offers: fc
    .integer({ min: 1, max: 5 })
    .chain((offerCount) => fc.tuple(...Array.from({ length: offerCount }, (_, index) => createOfferArbitrary(index)))),
  amounts: fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 5, maxLength: 5 }),
  discounts: fc.uniqueArray(discountArbitrary, { selector: ({ key }) => key, maxLength: 4 }),
  selectedDiscountId: fc.constantFrom(null, 'a', 'b'),
  rates: fc.record({
    food: fc.integer({ min: 0, max: 25 }),
    drink: fc.integer({ min: 0, max: 25 }),
    away: fc.integer({ min: 0, max: 25 }),
  }),
  isTakeAway: fc.boolean(),
  slot: fc.nat(20),
});

it('C03 charges for every random cart the total that its diner saw, to the cent', () => {
  let triedCartCount = 0;
  let orderedCartCount = 0;
  fc.assert(
    fc.property(cartArbitrary, ({ offers, amounts, discounts, selectedDiscountId, rates, isTakeAway, slot }) => {
      triedCartCount += 1;
      const restaurant = aRestaurant({ offers, openingHours: aWorkingWeek('11:00-22:00'), lunchTimes: aWeek() });
      const filledCart = offers.reduce(
        (cart: Cart, offer, index) => withAmount(cart, offer, amounts[index] ?? 1),
        emptyCart('elbkantine'),
      );
      const cartTimeSlots = orderSlotsOf(filledCart, restaurant, fixtureNow);
      const timedCart: Cart = {
        ...filledCart,
        isTakeAway,
        paymentOption: 'paypal',
        meetUpDate: cartTimeSlots[slot % cartTimeSlots.length] ?? null,
      };
      const syncedCart = reconcileCart(timedCart, {
        restaurant,
        discounts,
        selectedDiscountId,
        meetups: [],
        uid: 'ich',
        now: fixtureNow,
      });
      expect(syncedCart.changes).toEqual([]);
      const vatTypes = [
        aVatType({ default: rates.food, takeAway: rates.away }),
        aVatType({ key: 'DRINK', default: rates.drink, takeAway: rates.away }),
      ];
      const { total, vatByType, ...parts } = cartTotals(syncedCart.cart, { vatTypes, isTakeAway });
      const amountsPerRate = Object.values(vatByType);
      expect(
        Math.min(
          total,
          parts.goods,
          parts.deposit,
          parts.voucher,
          ...amountsPerRate.flatMap(({ net, vat, gross }) => [net, vat, gross]),
        ),
      ).toBeGreaterThanOrEqual(0);
      expect(amountsPerRate.every(({ net, vat, gross }) => net + vat === gross)).toBe(true);
      expect(amountsPerRate.reduce((sum, { gross }) => sum + gross, 0)).toBe(total);
      const orderForm = orderFormOf(syncedCart.cart, { restaurant, now: fixtureNow });
      // There is no order form if nothing must be paid or if the amount exceeds the maximum of one payment.
      if (orderForm === null) return;
      orderedCartCount += 1;
      const completeOrder = completeForm(orderForm);
      if (!completeOrder.ok) throw new Error(completeOrder.error);
      const checkedOrder = checkOrder(completeOrder.value, {
        now: fixtureNow,
        place: restaurant,
        meetup: null,
        vatTypes,
        offers: new Map(offers.map((offer) => [offer.key, offer])),
        discounts: new Map(discounts.map((discount) => [discount.key, discount])),
      });
      expect(checkedOrder).toMatchObject({ ok: true, value: { totalPrice: total, vatByType } });
    }),
    { numRuns: CART_COUNT },
  );
  expect(orderedCartCount).toBeGreaterThan(triedCartCount / 2);
});
