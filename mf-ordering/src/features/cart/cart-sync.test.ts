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
import { toVoucher, totalBeforeChanges } from './cart-rules';
import { reconcile } from './cart-sync';
import type { SyncFacts } from './cart-sync';
import { changeSentences } from './change-texts';

const instantAt = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);
const curry = anOffer({ key: 'curry', name: 'Curry', price: 890 });
const soup = anOffer({ key: 'suppe', name: 'Suppe', price: 590, typeKey: 'suppen', baseName: 'Suppen' });
const juice = aDrink({ key: 'saft', name: 'Saft', price: 320, deposit: 15 });
const place = aRestaurant({ offers: [curry, soup, juice] });
const giftDiscount = (overrides: Partial<Discount> = {}): Discount =>
  aDiscount({
    key: 'geschenk',
    name: { de: 'Geschenk' },
    type: 'giftcard',
    restaurantRef: null,
    value: 300,
    ...overrides,
  });
const soupDeal = (overrides: Partial<Discount> = {}): Discount =>
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

const factsWith = (overrides: Partial<SyncFacts> = {}): SyncFacts => ({
  restaurant: place,
  discounts: [],
  selectedDiscountId: null,
  meetups: [],
  uid: 'ich',
  now: fixtureNow,
  ...overrides,
});
const syncCart = (cart: Cart, overrides: Partial<SyncFacts> = {}) => reconcile(cart, factsWith(overrides));

const filledCart = withAmount(withAmount(emptyCart('elbkantine'), curry, 2), soup, 1);
/** Returns the cart after the diner has seen it once, so that later changes are reported. */
const seenCart = (cart: Cart, overrides: Partial<SyncFacts> = {}): Cart => syncCart(cart, overrides).cart;

const openPayment: Cart['payment'] = {
  requestKey: 'k',
  form: { restaurantId: 'elbkantine', paymentOption: 'paypal' },
  payInId: null,
  orderKey: null,
};

describe('C05 reported changes', () => {
  it('leaves out a dish that the diner has just added, with its discount', () => {
    const { cart, changes } = syncCart(filledCart, { discounts: [soupDeal()] });
    expect(changes).toEqual([]);
    expect(cart.lines.map(({ discount }) => discount?.value ?? 0)).toEqual([0, 100]);
    expect(reconcile(cart, factsWith({ discounts: [soupDeal()] })).cart).toBe(cart);
  });

  it('waits until the discounts are known', () => {
    const { cart } = syncCart(filledCart, { discounts: null });
    expect(syncCart(cart, { discounts: [soupDeal()] }).changes).toEqual([]);
    expect(seenCart(withVoucher(filledCart, toVoucher(giftDiscount())), { discounts: null }).voucher?.key).toBe(
      'geschenk',
    );
  });

  it.each<[string, Partial<SyncFacts>, Partial<SyncFacts>, string]>([
    [
      'one dish gone',
      {},
      { restaurant: { ...place, offers: [curry] } },
      'Suppe gibt es nicht mehr und ist nicht mehr im Warenkorb.',
    ],
    [
      'two dishes gone',
      {},
      { restaurant: { ...place, offers: [] } },
      'Curry, Suppe gibt es nicht mehr und sind nicht mehr im Warenkorb.',
    ],
    [
      'sold by weight from now on',
      {},
      { restaurant: { ...place, offers: [curry, { ...soup, unit: '100 g' }] } },
      'Suppe gibt es nicht mehr und ist nicht mehr im Warenkorb.',
    ],
    [
      'one new price',
      {},
      { restaurant: { ...place, offers: [{ ...curry, price: 940 }, soup] } },
      'Neuer Preis: Curry (jetzt 9,40\u00a0€ statt 8,90\u00a0€).',
    ],
    [
      'two new prices',
      {},
      {
        restaurant: {
          ...place,
          offers: [
            { ...curry, price: 940 },
            { ...soup, price: 600 },
          ],
        },
      },
      'Neue Preise: Curry (jetzt 9,40\u00a0€ statt 8,90\u00a0€), Suppe (jetzt 6,00\u00a0€ statt 5,90\u00a0€).',
    ],
    [
      'a discount that is gone',
      { discounts: [soupDeal()] },
      {},
      'Ein Rabatt gilt nicht mehr: Suppe (jetzt 5,90\u00a0€ statt 4,90\u00a0€).',
    ],
    [
      'a discount of another value',
      { discounts: [soupDeal()] },
      { discounts: [soupDeal({ value: 200 })] },
      'Ein Rabatt hat sich geändert: Suppe (jetzt 3,90\u00a0€ statt 4,90\u00a0€).',
    ],
    [
      'a new discount',
      {},
      { discounts: [soupDeal()] },
      'Jetzt mit Rabatt: Suppe (jetzt 4,90\u00a0€ statt 5,90\u00a0€).',
    ],
  ])('%s', (_, factsBefore, factsAfter, expectedSentence) => {
    const { cart, changes } = syncCart(seenCart(filledCart, factsBefore), factsAfter);
    expect(changeSentences(changes)).toEqual([expectedSentence]);
    expect(cart.changes).toEqual(changes);
    expect(syncCart(cart, factsAfter).changes).toEqual([]);
  });

  it('is all of it at once, the newest of each dish', () => {
    const changedCart = syncCart(seenCart(filledCart), {
      restaurant: { ...place, offers: [{ ...curry, price: 940 }, soup] },
    }).cart;
    const { cart, changes } = syncCart(changedCart, { restaurant: { ...place, offers: [{ ...curry, price: 960 }] } });
    expect(changeSentences(changes)).toHaveLength(2);
    expect(cart.changes.map((change) => change.kind)).toEqual(['mealPrice', 'mealGone']);
  });

  it('is nothing of a new name, which is shown all the same', () => {
    const { cart, changes } = syncCart(seenCart(filledCart), {
      restaurant: { ...place, offers: [{ ...curry, name: 'Currytopf' }, soup] },
    });
    expect([changes, cart.lines[0]?.name]).toEqual([[], 'Currytopf']);
  });

  it('includes a deposit that changes a dish’s price', () => {
    const cart = seenCart(withAmount(emptyCart('elbkantine'), juice, 1));
    expect(syncCart(cart, { restaurant: { ...place, offers: [{ ...juice, deposit: 25 }] } }).changes).toMatchObject([
      { kind: 'mealPrice', from: 335, to: 345 },
    ]);
  });
});

describe('C05 the cart’s total before the changes', () => {
  const soupGone = { restaurant: { ...place, offers: [curry] } };
  const curryDearer = { restaurant: { ...place, offers: [{ ...curry, price: 940 }, soup] } };
  const cartWithVoucher: Cart = withVoucher(filledCart, toVoucher(giftDiscount()));

  it.each<[string, Cart, readonly [Partial<SyncFacts>, Partial<SyncFacts>], number | null]>([
    ['nothing changed', filledCart, [{}, {}], null],
    ['a dish is gone', filledCart, [{}, soupGone], 2370],
    ['a dish costs more', filledCart, [{}, curryDearer], 2370],
    [
      'a dish costs more and one is gone',
      filledCart,
      [{}, { restaurant: { ...place, offers: [{ ...curry, price: 940 }] } }],
      2370,
    ],
    ['a dish is reduced', filledCart, [{}, { discounts: [soupDeal()] }], 2370],
    ['a dish is reduced no more', filledCart, [{ discounts: [soupDeal()] }, {}], 2270],
    [
      'a deposit changed',
      withAmount(emptyCart('elbkantine'), juice, 2),
      [{}, { restaurant: { ...place, offers: [{ ...juice, deposit: 25 }] } }],
      670,
    ],
    ['a voucher is gone', cartWithVoucher, [{ discounts: [giftDiscount()] }, {}], 2070],
    [
      'a voucher is worth something else',
      cartWithVoucher,
      [{ discounts: [giftDiscount()] }, { discounts: [giftDiscount({ value: 500 })] }],
      2070,
    ],
  ])('where %s', (_, cart, [before, after], expectedTotal) => {
    expect(totalBeforeChanges(syncCart(seenCart(cart, before), after).cart)).toBe(expectedTotal);
  });

  it('follows the amounts, and a dish that is put in again', () => {
    const dearerCart = syncCart(seenCart(filledCart), curryDearer).cart;
    expect(totalBeforeChanges(withAmount(dearerCart, curry, 3))).toBe(3 * 890 + 590);
    const cartWithoutSoup = syncCart(seenCart(filledCart), soupGone).cart;
    expect(totalBeforeChanges(withAmount(cartWithoutSoup, soup, 1))).toBeNull();
  });

  it('is that before the newest change, until all of it was seen', () => {
    const dearerCart = syncCart(seenCart(filledCart), curryDearer).cart;
    expect(totalBeforeChanges(syncCart(dearerCart, { restaurant: place }).cart)).toBe(2 * 940 + 590);
    expect(totalBeforeChanges({ ...dearerCart, changes: [] })).toBeNull();
  });

  it('is unknown of changes that an earlier release has stored', () => {
    expect(
      totalBeforeChanges({ ...filledCart, changes: [{ kind: 'mealGone', mealKey: 'saft', name: 'Saft' }] }),
    ).toBeNull();
  });
});

describe('while it is being paid', () => {
  it('C06 a cart stays as it was ordered, and goes on being held against the place afterwards', () => {
    const cartBeingPaid = { ...seenCart(filledCart), payment: openPayment };
    const changedMenu = { restaurant: { ...place, offers: [{ ...curry, price: 940 }] } };
    expect(syncCart(cartBeingPaid, changedMenu)).toEqual({ cart: cartBeingPaid, changes: [] });
    expect(syncCart({ ...cartBeingPaid, payment: null }, changedMenu).changes.map(({ kind }) => kind)).toEqual([
      'mealPrice',
      'mealGone',
    ]);
  });

  it('C07 a cart is not emptied, however late it is; without a payment it is', () => {
    const cartBeingPaid = { ...seenCart(filledCart), payment: openPayment };
    expect(syncCart(cartBeingPaid, { now: instantAt('14:45') }).cart).toBe(cartBeingPaid);
    expect(syncCart({ ...cartBeingPaid, payment: null }, { now: instantAt('14:45') }).cart).toMatchObject({
      lines: [],
      isOver: true,
    });
  });
});

describe('once it is too late', () => {
  it.each<[string, Cart, string, boolean]>([
    ['the kitchen takes orders', filledCart, '14:39', false],
    ['it takes none', filledCart, '14:40', true],
    ['lunch is over, and nothing else was wanted', withAmount(emptyCart('elbkantine'), curry, 1), '14:15', true],
  ])('%s', (_, cart, now, isOver) => {
    expect(syncCart(seenCart(cart), { now: instantAt(now) }).cart.isOver).toBe(isOver);
  });

  it('the lunch leaves a cart that holds other dishes, too', () => {
    expect(syncCart(seenCart(filledCart), { now: instantAt('14:15') })).toMatchObject({
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
    const selectedGift = { discounts: [giftDiscount()], selectedDiscountId: 'geschenk' };
    const appliedSync = syncCart(filledCart, selectedGift);
    expect([appliedSync.cart.voucher?.key, appliedSync.changes]).toEqual(['geschenk', []]);
    const cartWithoutVoucher = withVoucher(appliedSync.cart, null);
    expect(syncCart(cartWithoutVoucher, selectedGift).cart.voucher).toBeNull();
  });

  it.each<[string, Partial<Discount>]>([
    ['used already', { usedByMe: true }],
    ['of another place', { restaurantRef: 'mensa' }],
    ['for one dish', { mealRef: 'curry' }],
    ['given away', { quantityLeft: 0 }],
    ['that shows in the prices itself', { type: 'promotion' }],
  ])('of the account is left alone: %s', (_, overrides) => {
    expect(
      syncCart(filledCart, { discounts: [giftDiscount(overrides)], selectedDiscountId: 'geschenk' }).cart.voucher,
    ).toBeNull();
  });

  it('C09 is removed with a word when a dish gets a discount', () => {
    const cart = seenCart(withVoucher(filledCart, toVoucher(giftDiscount())), { discounts: [giftDiscount()] });
    const { cart: after, changes } = syncCart(cart, { discounts: [giftDiscount(), soupDeal()] });
    expect(after.voucher).toBeNull();
    expect(changeSentences(changes)).toEqual([
      'Jetzt mit Rabatt: Suppe (jetzt 4,90\u00a0€ statt 5,90\u00a0€).',
      'Dein Gutschein „Geschenk“ geht nicht zusammen mit einem Rabatt auf ein Gericht. Er ist nicht mehr im Warenkorb.',
    ]);
  });

  it.each<[string, Discount[], string]>([
    ['is gone', [], 'Dein Gutschein „Geschenk“ gilt dafür nicht mehr.'],
    ['is worth something else', [giftDiscount({ value: 200 })], 'Dein Gutschein „Geschenk“ hat einen neuen Wert.'],
  ])('that %s is told of', (_, discounts, expectedSentences) => {
    const cart = seenCart(withVoucher(filledCart, toVoucher(giftDiscount())), { discounts: [giftDiscount()] });
    expect(changeSentences(syncCart(cart, { discounts }).changes)).toEqual([expectedSentences]);
  });
});

it('T15 discounts count for the chosen time, and are looked up anew for another one', () => {
  const lateDeal = soupDeal({ start: instantAt('13:00') });
  const lateGift = giftDiscount({ start: instantAt('13:00') });
  const lateDealFacts = { discounts: [lateDeal] };
  const discountAmounts = (meetUpDate: number | null): readonly number[] =>
    seenCart({ ...filledCart, meetUpDate }, lateDealFacts).lines.map(({ discount }) => discount?.value ?? 0);
  expect([discountAmounts(null), discountAmounts(instantAt('12:45')), discountAmounts(instantAt('13:00'))]).toEqual([
    [0, 0],
    [0, 0],
    [0, 100],
  ]);
  const chosenVoucherKey = (meetUpDate: number): string | undefined =>
    seenCart({ ...filledCart, meetUpDate }, { discounts: [lateGift], selectedDiscountId: 'geschenk' }).voucher?.key;
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
    ...seenCart(filledCart),
    meetUp: 'treffen',
    meetUpDate: instantAt('12:30'),
    isTakeAway: false,
  };

  it.each<[string, Partial<SyncFacts>, string]>([
    ['stays while it stands', { meetups: [meetup] }, 'treffen'],
    ['stays while nobody knows', { meetups: null }, 'treffen'],
    ['is left when it was canceled', { meetups: [{ ...meetup, status: 'canceled' }] }, ''],
    ['is left when it was deleted', { meetups: [] }, ''],
  ])('%s', (_, overrides, meetUp) => {
    const { cart, changes } = syncCart(cartWithMeetup, overrides);
    expect([cart.meetUp, cart.meetUpDate, changes.map(({ kind }) => kind)]).toEqual([
      meetUp,
      instantAt('12:30'),
      meetUp === '' ? ['meetupGone'] : [],
    ]);
  });
});
