import {
  aDiscount,
  aDrink,
  anAttendee,
  anInvitation,
  anOffer,
  aRestaurant,
  fixtureDay,
  fixtureNow,
} from '@mahlzeit/contract/fixtures';
import type { Discount } from '@mahlzeit/contract';
import { emptyCart, withAmount, withVoucher } from './cart';
import type { Cart } from './cart';
import { toVoucher, cartTotalBeforeChanges } from './cart-rules';
import { reconcileCart } from './cart-sync';
import type { CartSyncFacts } from './cart-sync';
import { sentencesOfCartChanges } from './change-texts';

const instantAt = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);
const curryOffer = anOffer({ key: 'curry', name: 'Curry', price: 890 });
const soupOffer = anOffer({ key: 'suppe', name: 'Suppe', price: 590, typeKey: 'suppen', baseName: 'Suppen' });
const juiceOffer = aDrink({ key: 'saft', name: 'Saft', price: 320, deposit: 15 });
const cartRestaurant = aRestaurant({ offers: [curryOffer, soupOffer, juiceOffer] });
const makeGiftDiscount = (overrides: Partial<Discount> = {}): Discount =>
  aDiscount({
    key: 'geschenk',
    name: { de: 'Geschenk' },
    type: 'giftcard',
    restaurantRef: null,
    value: 300,
    ...overrides,
  });
const makeSoupDiscount = (overrides: Partial<Discount> = {}): Discount =>
  aDiscount({
    key: 'suppenwoche',
    name: { de: 'Suppenwoche' },
    restaurantRef: 'elbkantine',
    mealRef: 'suppe',
    forAllMeals: false,
    discountType: 'absolute',
    value: 100,
    ...overrides,
  });

const factsWith = (overrides: Partial<CartSyncFacts> = {}): CartSyncFacts => ({
  restaurant: cartRestaurant,
  discounts: [],
  selectedDiscountId: null,
  meetups: [],
  uid: 'ich',
  now: fixtureNow,
  ...overrides,
});
const syncCart = (cart: Cart, overrides: Partial<CartSyncFacts> = {}) => reconcileCart(cart, factsWith(overrides));

const filledCart = withAmount(withAmount(emptyCart('elbkantine'), curryOffer, 2), soupOffer, 1);
/** Returns the cart after it was compared with the menu once, so that later changes are reported to the diner. */
const syncedCartOf = (cart: Cart, overrides: Partial<CartSyncFacts> = {}): Cart => syncCart(cart, overrides).cart;

const openPayment: Cart['payment'] = {
  requestKey: 'k',
  form: { restaurantId: 'elbkantine', paymentOption: 'paypal' },
  payInId: null,
  orderKey: null,
};

describe('C05 reported changes', () => {
  it('leaves out a dish that the diner has just added, with its discount', () => {
    const { cart, changes } = syncCart(filledCart, { discounts: [makeSoupDiscount()] });
    expect(changes).toEqual([]);
    expect(cart.lines.map(({ discount }) => discount?.value ?? 0)).toEqual([0, 100]);
    expect(reconcileCart(cart, factsWith({ discounts: [makeSoupDiscount()] })).cart).toBe(cart);
  });

  it('waits until the discounts are known', () => {
    const { cart } = syncCart(filledCart, { discounts: null });
    expect(syncCart(cart, { discounts: [makeSoupDiscount()] }).changes).toEqual([]);
    expect(syncedCartOf(withVoucher(filledCart, toVoucher(makeGiftDiscount())), { discounts: null }).voucher?.key).toBe(
      'geschenk',
    );
  });

  it.each<[string, Partial<CartSyncFacts>, Partial<CartSyncFacts>, string]>([
    [
      'one dish gone',
      {},
      { restaurant: { ...cartRestaurant, offers: [curryOffer] } },
      'Suppe ist ausverkauft und nicht mehr im Warenkorb.',
    ],
    [
      'two dishes gone',
      {},
      { restaurant: { ...cartRestaurant, offers: [] } },
      'Curry, Suppe sind ausverkauft und nicht mehr im Warenkorb.',
    ],
    [
      'sold by weight from now on',
      {},
      { restaurant: { ...cartRestaurant, offers: [curryOffer, { ...soupOffer, unit: '100 g' }] } },
      'Suppe ist ausverkauft und nicht mehr im Warenkorb.',
    ],
    [
      'one new price',
      {},
      { restaurant: { ...cartRestaurant, offers: [{ ...curryOffer, price: 940 }, soupOffer] } },
      'Neuer Preis: Curry (jetzt 9,40\u00a0€ statt 8,90\u00a0€).',
    ],
    [
      'two new prices',
      {},
      {
        restaurant: {
          ...cartRestaurant,
          offers: [
            { ...curryOffer, price: 940 },
            { ...soupOffer, price: 600 },
          ],
        },
      },
      'Neue Preise: Curry (jetzt 9,40\u00a0€ statt 8,90\u00a0€), Suppe (jetzt 6,00\u00a0€ statt 5,90\u00a0€).',
    ],
    [
      'a discount that is gone',
      { discounts: [makeSoupDiscount()] },
      {},
      'Ein Rabatt gilt nicht mehr: Suppe (jetzt 5,90\u00a0€ statt 4,90\u00a0€).',
    ],
    [
      'a discount of another value',
      { discounts: [makeSoupDiscount()] },
      { discounts: [makeSoupDiscount({ value: 200 })] },
      'Ein Rabatt hat sich geändert: Suppe (jetzt 3,90\u00a0€ statt 4,90\u00a0€).',
    ],
    [
      'a new discount',
      {},
      { discounts: [makeSoupDiscount()] },
      'Jetzt mit Rabatt: Suppe (jetzt 4,90\u00a0€ statt 5,90\u00a0€).',
    ],
  ])('%s', (_, factsBefore, factsAfter, expectedSentence) => {
    const { cart, changes } = syncCart(syncedCartOf(filledCart, factsBefore), factsAfter);
    expect(sentencesOfCartChanges(changes)).toEqual([expectedSentence]);
    expect(cart.changes).toEqual(changes);
    expect(syncCart(cart, factsAfter).changes).toEqual([]);
  });

  it('is all of it at once, the newest of each dish', () => {
    const changedCart = syncCart(syncedCartOf(filledCart), {
      restaurant: { ...cartRestaurant, offers: [{ ...curryOffer, price: 940 }, soupOffer] },
    }).cart;
    const { cart, changes } = syncCart(changedCart, {
      restaurant: { ...cartRestaurant, offers: [{ ...curryOffer, price: 960 }] },
    });
    expect(sentencesOfCartChanges(changes)).toHaveLength(2);
    expect(cart.changes.map((change) => change.kind)).toEqual(['mealPrice', 'mealGone']);
  });

  it('is nothing of a new name, which is shown all the same', () => {
    const { cart, changes } = syncCart(syncedCartOf(filledCart), {
      restaurant: { ...cartRestaurant, offers: [{ ...curryOffer, name: 'Currytopf' }, soupOffer] },
    });
    expect([changes, cart.lines[0]?.name]).toEqual([[], 'Currytopf']);
  });

  it('includes a deposit that changes a dish’s price', () => {
    const cart = syncedCartOf(withAmount(emptyCart('elbkantine'), juiceOffer, 1));
    expect(
      syncCart(cart, { restaurant: { ...cartRestaurant, offers: [{ ...juiceOffer, deposit: 25 }] } }).changes,
    ).toMatchObject([{ kind: 'mealPrice', from: 335, to: 345 }]);
  });
});

describe('C05 the cart’s total before the changes', () => {
  const factsWithoutSoup = { restaurant: { ...cartRestaurant, offers: [curryOffer] } };
  const factsWithDearerCurry = {
    restaurant: { ...cartRestaurant, offers: [{ ...curryOffer, price: 940 }, soupOffer] },
  };
  const cartWithVoucher: Cart = withVoucher(filledCart, toVoucher(makeGiftDiscount()));

  it.each<[string, Cart, readonly [Partial<CartSyncFacts>, Partial<CartSyncFacts>], number | null]>([
    ['nothing changed', filledCart, [{}, {}], null],
    ['a dish is gone, which is no saving', filledCart, [{}, factsWithoutSoup], null],
    ['a dish costs more', filledCart, [{}, factsWithDearerCurry], 2370],
    [
      'a dish costs more and one is gone',
      filledCart,
      [{}, { restaurant: { ...cartRestaurant, offers: [{ ...curryOffer, price: 940 }] } }],
      1780,
    ],
    ['a dish is reduced', filledCart, [{}, { discounts: [makeSoupDiscount()] }], 2370],
    ['a dish is reduced no more', filledCart, [{ discounts: [makeSoupDiscount()] }, {}], 2270],
    [
      'a deposit changed',
      withAmount(emptyCart('elbkantine'), juiceOffer, 2),
      [{}, { restaurant: { ...cartRestaurant, offers: [{ ...juiceOffer, deposit: 25 }] } }],
      670,
    ],
    ['a voucher is gone', cartWithVoucher, [{ discounts: [makeGiftDiscount()] }, {}], 2070],
    [
      'a voucher is worth something else',
      cartWithVoucher,
      [{ discounts: [makeGiftDiscount()] }, { discounts: [makeGiftDiscount({ value: 500 })] }],
      2070,
    ],
  ])('where %s', (_, cart, [previousFacts, currentFacts], expectedTotal) => {
    expect(cartTotalBeforeChanges(syncCart(syncedCartOf(cart, previousFacts), currentFacts).cart)).toBe(expectedTotal);
  });

  it('follows the amounts, and a dish that is put in again', () => {
    const dearerCart = syncCart(syncedCartOf(filledCart), factsWithDearerCurry).cart;
    expect(cartTotalBeforeChanges(withAmount(dearerCart, curryOffer, 3))).toBe(3 * 890 + 590);
    const cartWithoutSoup = syncCart(syncedCartOf(filledCart), factsWithoutSoup).cart;
    expect(cartTotalBeforeChanges(withAmount(cartWithoutSoup, soupOffer, 1))).toBeNull();
  });

  it('is that before the newest change, until all of it was seen', () => {
    const dearerCart = syncCart(syncedCartOf(filledCart), factsWithDearerCurry).cart;
    expect(cartTotalBeforeChanges(syncCart(dearerCart, { restaurant: cartRestaurant }).cart)).toBe(2 * 940 + 590);
    expect(cartTotalBeforeChanges({ ...dearerCart, changes: [] })).toBeNull();
  });

  it('is unknown of changes that an earlier release has stored', () => {
    expect(
      cartTotalBeforeChanges({ ...filledCart, changes: [{ kind: 'mealGone', mealKey: 'saft', name: 'Saft' }] }),
    ).toBeNull();
  });
});

describe('while it is being paid', () => {
  it('C06 a cart stays as it was ordered, and goes on being held against the place afterwards', () => {
    const cartBeingPaid = { ...syncedCartOf(filledCart), payment: openPayment };
    const factsWithChangedMenu = { restaurant: { ...cartRestaurant, offers: [{ ...curryOffer, price: 940 }] } };
    expect(syncCart(cartBeingPaid, factsWithChangedMenu)).toEqual({ cart: cartBeingPaid, changes: [] });
    expect(syncCart({ ...cartBeingPaid, payment: null }, factsWithChangedMenu).changes.map(({ kind }) => kind)).toEqual(
      ['mealPrice', 'mealGone'],
    );
  });

  it('C07 a cart is not emptied, however late it is; without a payment it is', () => {
    const cartBeingPaid = { ...syncedCartOf(filledCart), payment: openPayment };
    expect(syncCart(cartBeingPaid, { now: instantAt('14:45') }).cart).toBe(cartBeingPaid);
    expect(syncCart({ ...cartBeingPaid, payment: null }, { now: instantAt('14:45') }).cart).toMatchObject({
      lines: [],
      isOver: true,
    });
  });
});

describe('once it is too late', () => {
  it.each<[string, Cart, string, boolean]>([
    ['the kitchen takes orders', filledCart, '14:25', false],
    ['it takes none', filledCart, '14:26', true],
    ['lunch is over, and nothing else was wanted', withAmount(emptyCart('elbkantine'), curryOffer, 1), '14:15', true],
  ])('%s', (_, cart, now, isOrderingOver) => {
    expect(syncCart(syncedCartOf(cart), { now: instantAt(now) }).cart.isOver).toBe(isOrderingOver);
  });

  it('the lunch leaves a cart that holds other dishes, too', () => {
    expect(syncCart(syncedCartOf(filledCart), { now: instantAt('14:15') })).toMatchObject({
      cart: { isOver: false, lines: [{ mealKey: 'suppe' }] },
      changes: [{ kind: 'mealGone', mealKey: 'curry' }],
    });
  });

  it('an empty cart stays empty without a word', () => {
    expect(syncCart(emptyCart('elbkantine'), { now: instantAt('15:00') }).cart.isOver).toBe(false);
  });
});

describe('the voucher', () => {
  it('C08 of the account is applied where none is chosen, and never again once it was removed', () => {
    const factsWithSelectedGift = { discounts: [makeGiftDiscount()], selectedDiscountId: 'geschenk' };
    const appliedSync = syncCart(filledCart, factsWithSelectedGift);
    expect([appliedSync.cart.voucher?.key, appliedSync.changes]).toEqual(['geschenk', []]);
    const cartWithoutVoucher = withVoucher(appliedSync.cart, null);
    expect(syncCart(cartWithoutVoucher, factsWithSelectedGift).cart.voucher).toBeNull();
  });

  it.each<[string, Partial<Discount>]>([
    ['used already', { usedByMe: true }],
    ['of another place', { restaurantRef: 'mensa' }],
    ['for one dish', { mealRef: 'curry' }],
    ['given away', { quantityLeft: 0 }],
    ['that shows in the prices itself', { type: 'promotion' }],
  ])('of the account is left alone: %s', (_, overrides) => {
    expect(
      syncCart(filledCart, { discounts: [makeGiftDiscount(overrides)], selectedDiscountId: 'geschenk' }).cart.voucher,
    ).toBeNull();
  });

  it('C09 is removed with a word when a dish gets a discount', () => {
    const cart = syncedCartOf(withVoucher(filledCart, toVoucher(makeGiftDiscount())), {
      discounts: [makeGiftDiscount()],
    });
    const { cart: after, changes } = syncCart(cart, { discounts: [makeGiftDiscount(), makeSoupDiscount()] });
    expect(after.voucher).toBeNull();
    expect(sentencesOfCartChanges(changes)).toEqual([
      'Jetzt mit Rabatt: Suppe (jetzt 4,90\u00a0€ statt 5,90\u00a0€).',
      'Dein Gutschein „Geschenk“ geht nicht zusammen mit einem Rabatt auf ein Gericht. Er ist nicht mehr im Warenkorb.',
    ]);
  });

  it.each<[string, Discount[], string]>([
    ['is gone', [], 'Dein Gutschein „Geschenk“ gilt dafür nicht mehr.'],
    ['is worth something else', [makeGiftDiscount({ value: 200 })], 'Dein Gutschein „Geschenk“ hat einen neuen Wert.'],
  ])('that %s is told of', (_, discounts, expectedSentences) => {
    const cart = syncedCartOf(withVoucher(filledCart, toVoucher(makeGiftDiscount())), {
      discounts: [makeGiftDiscount()],
    });
    expect(sentencesOfCartChanges(syncCart(cart, { discounts }).changes)).toEqual([expectedSentences]);
  });
});

it('T15 discounts count for the chosen time, and are looked up anew for another one', () => {
  const lateSoupDiscount = makeSoupDiscount({ start: instantAt('13:00') });
  const lateGiftDiscount = makeGiftDiscount({ start: instantAt('13:00') });
  const lateDealFacts = { discounts: [lateSoupDiscount] };
  const discountAmounts = (meetUpDate: number | null): readonly number[] =>
    syncedCartOf({ ...filledCart, meetUpDate }, lateDealFacts).lines.map(({ discount }) => discount?.value ?? 0);
  expect([discountAmounts(null), discountAmounts(instantAt('12:45')), discountAmounts(instantAt('13:00'))]).toEqual([
    [0, 0],
    [0, 0],
    [0, 100],
  ]);
  const chosenVoucherKey = (meetUpDate: number): string | undefined =>
    syncedCartOf({ ...filledCart, meetUpDate }, { discounts: [lateGiftDiscount], selectedDiscountId: 'geschenk' })
      .voucher?.key;
  expect([chosenVoucherKey(instantAt('12:45')), chosenVoucherKey(instantAt('13:00'))]).toEqual([undefined, 'geschenk']);
});

describe('a meetup', () => {
  const meetup = anInvitation({
    key: 'treffen',
    restaurant: 'elbkantine',
    status: 'accepted',
    order: null,
    date: `${fixtureDay}T12:30:00+02:00`,
    attendees: [anAttendee({ uid: 'ich', key: 'ich', status: 'accepted' })],
  });
  const cartWithMeetup: Cart = {
    ...syncedCartOf(filledCart),
    meetUp: 'treffen',
    meetUpDate: instantAt('12:30'),
    isTakeAway: false,
  };

  it.each<[string, Partial<CartSyncFacts>, string]>([
    ['stays while it stands', { meetups: [meetup] }, 'treffen'],
    ['stays while nobody knows', { meetups: null }, 'treffen'],
    ['is left when it was canceled', { meetups: [{ ...meetup, status: 'canceled' }] }, ''],
    ['is left when it was deleted', { meetups: [] }, ''],
  ])('%s', (_, overrides, expectedMeetUp) => {
    const { cart, changes } = syncCart(cartWithMeetup, overrides);
    expect([cart.meetUp, cart.meetUpDate, changes.map(({ kind }) => kind)]).toEqual([
      expectedMeetUp,
      instantAt('12:30'),
      expectedMeetUp === '' ? ['meetupGone'] : [],
    ]);
  });
});
