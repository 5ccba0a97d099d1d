import { aDrink, anOffer, fixtureDay } from '@mahlzeit/contract/fixtures';
import {
  mealAmount,
  emptyCart,
  MAX_COMMENT_LENGTH,
  noCarts,
  pieceCount,
  withAmount,
  withComment,
  withLineAmount,
  withTime,
  withoutMeetup,
  withVoucher,
} from './cart';
import type { Cart, Carts } from './cart';
import { cartIn, cartsOf, createCartStorage, withCart } from './cart-slice';

const curry = anOffer({ key: 'curry' });
const juice = aDrink({ key: 'saft' });
const filled = withAmount(withAmount(emptyCart('elbkantine'), curry, 2), juice, 1);

describe('amounts', () => {
  it.each([
    [
      'more',
      3,
      [
        ['curry', 3],
        ['saft', 1],
      ],
    ],
    ['none', 0, [['saft', 1]]],
    ['less than none', -1, [['saft', 1]]],
    [
      'half a dish',
      1.5,
      [
        ['curry', 2],
        ['saft', 1],
      ],
    ],
    [
      'too many',
      100,
      [
        ['curry', 2],
        ['saft', 1],
      ],
    ],
    [
      'no number',
      Number.NaN,
      [
        ['curry', 2],
        ['saft', 1],
      ],
    ],
  ])('%s', (_, amount, lines) => {
    expect(withLineAmount(filled, 'curry', amount).lines.map((line) => [line.mealKey, line.amount])).toEqual(lines);
    expect(withAmount(filled, curry, amount).lines.map((line) => [line.mealKey, line.amount])).toEqual(lines);
  });

  it('adds a missing dish, and never with the amount 0', () => {
    expect(withAmount(emptyCart('x'), curry, 0).lines).toEqual([]);
    expect(withAmount(emptyCart('x'), curry, 1.5).lines).toEqual([]);
    expect([
      mealAmount(filled, 'curry'),
      mealAmount(filled, 'fehlt'),
      mealAmount(null, 'curry'),
      pieceCount(filled),
    ]).toEqual([2, 0, 0, 3]);
  });
});

it('keeps a wish with its dish', () => {
  expect(withComment(filled, 'curry', '  ohne Zwiebeln ').lines.map(({ comments }) => comments)).toEqual([
    'ohne Zwiebeln',
    '',
  ]);
  expect(MAX_COMMENT_LENGTH).toBe(140);
});

it('C11 a chosen time is for no meetup any more; without its meetup an order keeps time and place', () => {
  const linked: Cart = { ...filled, meetUp: 'treffen', meetUpDate: 1, isTakeAway: true };
  expect(withTime(linked, 2)).toMatchObject({ meetUp: '', meetUpDate: 2, isTakeAway: true });
  expect(withoutMeetup(linked)).toMatchObject({ meetUp: '', meetUpDate: 1, isTakeAway: true });
});

it('toggles a voucher, and takes another one in its place', () => {
  const gift = { key: 'a', name: { de: 'A' }, discountType: 'absolute', value: 300 } as const;
  const chosen = withVoucher(filled, gift);
  expect(chosen).toMatchObject({ voucher: gift, isVoucherChosen: true });
  expect(withVoucher(chosen, gift)).toMatchObject({ voucher: null, isVoucherChosen: true });
  expect(withVoucher(chosen, { ...gift, key: 'b' }).voucher?.key).toBe('b');
});

describe('carts', () => {
  const address = { owner: 'anna', day: fixtureDay, restaurantKey: 'elbkantine' };
  const annas = withCart(noCarts, address, filled);
  const nobodys = withCart(noCarts, { ...address, owner: null }, filled);

  it('C28 are one for each restaurant: emptying one leaves the others', () => {
    const both = withCart(annas, { ...address, restaurantKey: 'mensa' }, emptyCart('mensa'));
    const left = withCart(both, address, null);
    expect([cartIn(left, address), cartIn(left, { ...address, restaurantKey: 'mensa' })]).toEqual([
      null,
      emptyCart('mensa'),
    ]);
  });

  it.each([
    ['another member', annas, { ...address, owner: 'ben' }],
    ['nobody', annas, { ...address, owner: null }],
    ['the next day', annas, { ...address, day: '2026-06-25' }],
  ])('A06 are not shown to %s, and give way to theirs', (_, carts, other) => {
    expect(cartIn(carts, other)).toBeNull();
    expect(withCart(carts, { ...other, restaurantKey: 'mensa' }, filled).byRestaurant).not.toHaveProperty('elbkantine');
  });

  it('C06 that are being paid outlive midnight until that is decided, the others don’t', () => {
    const payment = {
      requestKey: 'k',
      form: { restaurantId: 'elbkantine', paymentOption: 'card' },
      payInId: 'p',
      orderKey: 'o',
    } as const;
    const evening = withCart(
      withCart(noCarts, address, { ...filled, payment }),
      { ...address, restaurantKey: 'mensa' },
      filled,
    );
    const next = { ...address, day: '2026-06-25' };
    expect(cartIn(evening, next)?.payment).toEqual(payment);
    expect(cartIn(evening, { ...next, restaurantKey: 'mensa' })).toBeNull();
    const later = withCart(evening, { ...next, restaurantKey: 'forno' }, filled);
    expect([later.day, Object.keys(later.byRestaurant)]).toEqual(['2026-06-25', ['elbkantine', 'forno']]);
    expect(cartIn(evening, { ...next, owner: 'ben' })).toBeNull();
  });

  it.each([
    ['nobody for a moment', annas, null, annas],
    ['the same member', annas, { uid: 'anna', isAnonymous: false }, annas],
    ['another member', annas, { uid: 'ben', isAnonymous: false }, noCarts],
    ['a visitor after a logout', annas, { uid: 'x', isAnonymous: true }, noCarts],
    ['a visitor who logs in', nobodys, { uid: 'anna', isAnonymous: false }, annas],
    ['a visitor who stays one', nobodys, { uid: 'y', isAnonymous: true }, nobodys],
  ])('A06 once the page is used by %s', (_, before, user, after) => {
    expect(cartsOf(before, user)).toEqual(after);
  });

  describe('in the storage', () => {
    beforeEach(() => window.localStorage.clear());
    const storage = createCartStorage(() => window.localStorage);

    it.each<[string, Carts]>([
      ['a member', annas],
      ['nobody', nobodys],
    ])('are read as they were written: of %s', (_, carts) => {
      storage.write(carts);
      expect(storage.read(null)).toEqual(carts);
      expect(Object.keys({ ...window.localStorage }).filter((key) => storage.holds(key))).toHaveLength(1);
    });

    it('move to the member who logs in', () => {
      storage.write(nobodys);
      storage.write(annas);
      expect([window.localStorage.length, storage.read(null)]).toEqual([1, annas]);
    });

    it.each(['{', '7', '{"owner":null,"day":null,"byRestaurant":{"a":{"lines":7}}}'])(
      'that hold something else are none: %s',
      (text) => {
        window.localStorage.setItem('mahlzeit.anonymousCarts', text);
        expect(storage.read(null)).toEqual(noCarts);
      },
    );

    it('are read one by one: a cart in an older form leaves the others and their open payments', () => {
      const payment = {
        requestKey: 'k',
        form: { restaurantId: 'elbkantine', paymentOption: 'paypal' },
        payInId: 'p',
        orderKey: 'o',
      } as const;
      const paying = withCart(noCarts, address, { ...filled, payment });
      window.localStorage.setItem(
        'mahlzeit.user.anna.carts',
        JSON.stringify({ ...paying, byRestaurant: { mensa: { lines: 7 }, ...paying.byRestaurant } }),
      );
      expect(storage.read(null)).toEqual(paying);
    });

    it('are the page’s own for as long as the storage takes no more', () => {
      let isFull = false;
      const full = createCartStorage(() => ({
        length: window.localStorage.length,
        key: (at) => window.localStorage.key(at),
        getItem: (key) => window.localStorage.getItem(key),
        removeItem: (key) => window.localStorage.removeItem(key),
        setItem: (key, text) => {
          if (isFull) throw new Error('QuotaExceededError');
          window.localStorage.setItem(key, text);
        },
      }));
      full.write(annas);
      isFull = true;
      full.write(withCart(annas, address, null));
      expect([full.read(null), full.shared(null)]).toEqual([annas, null]);
      isFull = false;
      full.write(annas);
      expect(full.shared(null)).toEqual(annas);
    });

    it('live in the page alone where the browser blocks its storage', () => {
      const blocked = createCartStorage(() => {
        throw new Error('SecurityError');
      });
      expect(() => blocked.write(annas)).not.toThrow();
      expect(blocked.read(null)).toBeNull();
    });
  });
});
