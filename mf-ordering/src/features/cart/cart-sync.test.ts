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
import { asVoucher, totalBeforeChanges } from './cart-rules';
import { reconcile } from './cart-sync';
import type { SyncFacts } from './cart-sync';
import { changeSentences } from './change-texts';

const at = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);
const curry = anOffer({ key: 'curry', name: 'Curry', price: 890 });
const soup = anOffer({ key: 'suppe', name: 'Suppe', price: 590, typeKey: 'suppen', baseName: 'Suppen' });
const juice = aDrink({ key: 'saft', name: 'Saft', price: 320, deposit: 15 });
const place = aRestaurant({ offers: [curry, soup, juice] });
const gift = (overrides: Partial<Discount> = {}): Discount =>
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

const facts = (overrides: Partial<SyncFacts> = {}): SyncFacts => ({
  restaurant: place,
  discounts: [],
  selectedDiscountId: null,
  meetups: [],
  uid: 'ich',
  now: fixtureNow,
  ...overrides,
});
const sync = (cart: Cart, overrides: Partial<SyncFacts> = {}) => reconcile(cart, facts(overrides));

const filled = withAmount(withAmount(emptyCart('elbkantine'), curry, 2), soup, 1);
/** Returns the cart after the diner has seen it once, so that later changes are reported. */
const seen = (cart: Cart, overrides: Partial<SyncFacts> = {}): Cart => sync(cart, overrides).cart;

const paying: Cart['payment'] = {
  requestKey: 'k',
  form: { restaurantId: 'elbkantine', paymentOption: 'paypal' },
  payInId: null,
  orderKey: null,
};

describe('C05 reported changes', () => {
  it('leaves out a dish that the diner has just added, with its discount', () => {
    const { cart, changes } = sync(filled, { discounts: [soupDeal()] });
    expect(changes).toEqual([]);
    expect(cart.lines.map(({ discount }) => discount?.value ?? 0)).toEqual([0, 100]);
    expect(reconcile(cart, facts({ discounts: [soupDeal()] })).cart).toBe(cart);
  });

  it('waits until the discounts are known', () => {
    const { cart } = sync(filled, { discounts: null });
    expect(sync(cart, { discounts: [soupDeal()] }).changes).toEqual([]);
    expect(seen(withVoucher(filled, asVoucher(gift())), { discounts: null }).voucher?.key).toBe('geschenk');
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
  ])('%s', (_, before, after, words) => {
    const { cart, changes } = sync(seen(filled, before), after);
    expect(changeSentences(changes)).toEqual([words]);
    expect(cart.changes).toEqual(changes);
    expect(sync(cart, after).changes).toEqual([]);
  });

  it('is all of it at once, the newest of each dish', () => {
    const once = sync(seen(filled), { restaurant: { ...place, offers: [{ ...curry, price: 940 }, soup] } }).cart;
    const { cart, changes } = sync(once, { restaurant: { ...place, offers: [{ ...curry, price: 960 }] } });
    expect(changeSentences(changes)).toHaveLength(2);
    expect(cart.changes.map((change) => change.kind)).toEqual(['mealPrice', 'mealGone']);
  });

  it('is nothing of a new name, which is shown all the same', () => {
    const { cart, changes } = sync(seen(filled), {
      restaurant: { ...place, offers: [{ ...curry, name: 'Currytopf' }, soup] },
    });
    expect([changes, cart.lines[0]?.name]).toEqual([[], 'Currytopf']);
  });

  it('includes a deposit that changes a dish’s price', () => {
    const cart = seen(withAmount(emptyCart('elbkantine'), juice, 1));
    expect(sync(cart, { restaurant: { ...place, offers: [{ ...juice, deposit: 25 }] } }).changes).toMatchObject([
      { kind: 'mealPrice', from: 335, to: 345 },
    ]);
  });
});

describe('C05 the cart’s total before the changes', () => {
  const gone = { restaurant: { ...place, offers: [curry] } };
  const dearer = { restaurant: { ...place, offers: [{ ...curry, price: 940 }, soup] } };
  const saved: Cart = withVoucher(filled, asVoucher(gift()));

  it.each<[string, Cart, readonly [Partial<SyncFacts>, Partial<SyncFacts>], number | null]>([
    ['nothing changed', filled, [{}, {}], null],
    ['a dish is gone', filled, [{}, gone], 2370],
    ['a dish costs more', filled, [{}, dearer], 2370],
    [
      'a dish costs more and one is gone',
      filled,
      [{}, { restaurant: { ...place, offers: [{ ...curry, price: 940 }] } }],
      2370,
    ],
    ['a dish is reduced', filled, [{}, { discounts: [soupDeal()] }], 2370],
    ['a dish is reduced no more', filled, [{ discounts: [soupDeal()] }, {}], 2270],
    [
      'a deposit changed',
      withAmount(emptyCart('elbkantine'), juice, 2),
      [{}, { restaurant: { ...place, offers: [{ ...juice, deposit: 25 }] } }],
      670,
    ],
    ['a voucher is gone', saved, [{ discounts: [gift()] }, {}], 2070],
    [
      'a voucher is worth something else',
      saved,
      [{ discounts: [gift()] }, { discounts: [gift({ value: 500 })] }],
      2070,
    ],
  ])('where %s', (_, cart, [before, after], total) => {
    expect(totalBeforeChanges(sync(seen(cart, before), after).cart)).toBe(total);
  });

  it('follows the amounts, and a dish that is put in again', () => {
    const dear = sync(seen(filled), dearer).cart;
    expect(totalBeforeChanges(withAmount(dear, curry, 3))).toBe(3 * 890 + 590);
    const without = sync(seen(filled), gone).cart;
    expect(totalBeforeChanges(withAmount(without, soup, 1))).toBeNull();
  });

  it('is that before the newest change, until all of it was seen', () => {
    const dear = sync(seen(filled), dearer).cart;
    expect(totalBeforeChanges(sync(dear, { restaurant: place }).cart)).toBe(2 * 940 + 590);
    expect(totalBeforeChanges({ ...dear, changes: [] })).toBeNull();
  });

  it('is unknown of changes that an earlier release has stored', () => {
    expect(
      totalBeforeChanges({ ...filled, changes: [{ kind: 'mealGone', mealKey: 'saft', name: 'Saft' }] }),
    ).toBeNull();
  });
});

describe('while it is being paid', () => {
  it('C06 a cart stays as it was ordered, and goes on being held against the place afterwards', () => {
    const open = { ...seen(filled), payment: paying };
    const changed = { restaurant: { ...place, offers: [{ ...curry, price: 940 }] } };
    expect(sync(open, changed)).toEqual({ cart: open, changes: [] });
    expect(sync({ ...open, payment: null }, changed).changes.map(({ kind }) => kind)).toEqual([
      'mealPrice',
      'mealGone',
    ]);
  });

  it('C07 a cart is not emptied, however late it is; without a payment it is', () => {
    const open = { ...seen(filled), payment: paying };
    expect(sync(open, { now: at('14:45') }).cart).toBe(open);
    expect(sync({ ...open, payment: null }, { now: at('14:45') }).cart).toMatchObject({ lines: [], isOver: true });
  });
});

describe('once it is too late', () => {
  it.each<[string, Cart, string, boolean]>([
    ['the kitchen takes orders', filled, '14:39', false],
    ['it takes none', filled, '14:40', true],
    ['lunch is over, and nothing else was wanted', withAmount(emptyCart('elbkantine'), curry, 1), '14:15', true],
  ])('%s', (_, cart, now, isOver) => {
    expect(sync(seen(cart), { now: at(now) }).cart.isOver).toBe(isOver);
  });

  it('the lunch leaves a cart that holds other dishes, too', () => {
    expect(sync(seen(filled), { now: at('14:15') })).toMatchObject({
      cart: { isOver: false, lines: [{ mealKey: 'suppe' }] },
      changes: [{ kind: 'mealGone', mealKey: 'curry' }],
    });
  });

  it('an empty cart stays empty without a word', () => {
    expect(sync(emptyCart('elbkantine'), { now: at('15:00') }).cart.isOver).toBe(false);
  });
});

describe('the voucher', () => {
  it('C08 of the account is applied where none is chosen, and never again once it was removed', () => {
    const selected = { discounts: [gift()], selectedDiscountId: 'geschenk' };
    const applied = sync(filled, selected);
    expect([applied.cart.voucher?.key, applied.changes]).toEqual(['geschenk', []]);
    const removed = withVoucher(applied.cart, null);
    expect(sync(removed, selected).cart.voucher).toBeNull();
  });

  it.each<[string, Partial<Discount>]>([
    ['used already', { usedByMe: true }],
    ['of another place', { restaurantRef: 'mensa' }],
    ['for one dish', { mealRef: 'curry' }],
    ['given away', { quantityLeft: 0 }],
    ['that shows in the prices itself', { type: 'promotion' }],
  ])('of the account is left alone: %s', (_, overrides) => {
    expect(sync(filled, { discounts: [gift(overrides)], selectedDiscountId: 'geschenk' }).cart.voucher).toBeNull();
  });

  it('C09 is removed with a word when a dish gets a discount', () => {
    const cart = seen(withVoucher(filled, asVoucher(gift())), { discounts: [gift()] });
    const { cart: after, changes } = sync(cart, { discounts: [gift(), soupDeal()] });
    expect(after.voucher).toBeNull();
    expect(changeSentences(changes)).toEqual([
      'Jetzt mit Rabatt: Suppe (jetzt 4,90\u00a0€ statt 5,90\u00a0€).',
      'Dein Gutschein „Geschenk“ geht nicht zusammen mit einem Rabatt auf ein Gericht. Er ist nicht mehr im Warenkorb.',
    ]);
  });

  it.each<[string, Discount[], string]>([
    ['is gone', [], 'Dein Gutschein „Geschenk“ gilt dafür nicht mehr.'],
    ['is worth something else', [gift({ value: 200 })], 'Dein Gutschein „Geschenk“ hat einen neuen Wert.'],
  ])('that %s is told of', (_, discounts, words) => {
    const cart = seen(withVoucher(filled, asVoucher(gift())), { discounts: [gift()] });
    expect(changeSentences(sync(cart, { discounts }).changes)).toEqual([words]);
  });
});

it('T15 discounts count for the chosen time, and are looked up anew for another one', () => {
  const lateDeal = soupDeal({ start: at('13:00') });
  const lateGift = gift({ start: at('13:00') });
  const late = { discounts: [lateDeal] };
  const amounts = (meetUpDate: number | null): readonly number[] =>
    seen({ ...filled, meetUpDate }, late).lines.map(({ discount }) => discount?.value ?? 0);
  expect([amounts(null), amounts(at('12:45')), amounts(at('13:00'))]).toEqual([
    [0, 0],
    [0, 0],
    [0, 100],
  ]);
  const chosen = (meetUpDate: number): string | undefined =>
    seen({ ...filled, meetUpDate }, { discounts: [lateGift], selectedDiscountId: 'geschenk' }).voucher?.key;
  expect([chosen(at('12:45')), chosen(at('13:00'))]).toEqual([undefined, 'geschenk']);
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
  const linked: Cart = { ...seen(filled), meetUp: 'treffen', meetUpDate: at('12:30'), isTakeAway: false };

  it.each<[string, Partial<SyncFacts>, string]>([
    ['stays while it stands', { meetups: [meetup] }, 'treffen'],
    ['stays while nobody knows', { meetups: null }, 'treffen'],
    ['is left when it was canceled', { meetups: [{ ...meetup, status: 'canceled' }] }, ''],
    ['is left when it was deleted', { meetups: [] }, ''],
  ])('%s', (_, overrides, meetUp) => {
    const { cart, changes } = sync(linked, overrides);
    expect([cart.meetUp, cart.meetUpDate, changes.map(({ kind }) => kind)]).toEqual([
      meetUp,
      at('12:30'),
      meetUp === '' ? ['meetupGone'] : [],
    ]);
  });
});
