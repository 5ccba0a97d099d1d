import { aDrink, anOffer, fixtureDay } from '@mahlzeit/contract/fixtures';
import {
  amountOfMeal,
  emptyCart,
  MAX_COMMENT_LENGTH,
  noCarts,
  pieceCountOf,
  withAmount,
  withLineComment,
  withLineAmount,
  withMealTime,
  withoutMeetup,
  withVoucher,
} from './cart';
import type { Cart, Carts } from './cart';
import { createCartStorage } from './cart-slice';
import { cartsOfUser, findCartIn, withCart } from './carts';

const curryOffer = anOffer({ key: 'curry' });
const juiceOffer = aDrink({ key: 'saft' });
const filledCart = withAmount(withAmount(emptyCart('elbkantine'), curryOffer, 2), juiceOffer, 1);

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
  ])('%s', (_, amount, expectedLines) => {
    expect(withLineAmount(filledCart, 'curry', amount).lines.map((line) => [line.mealKey, line.amount])).toEqual(
      expectedLines,
    );
    expect(withAmount(filledCart, curryOffer, amount).lines.map((line) => [line.mealKey, line.amount])).toEqual(
      expectedLines,
    );
  });

  it('adds a missing dish, and never with the amount 0', () => {
    expect(withAmount(emptyCart('x'), curryOffer, 0).lines).toEqual([]);
    expect(withAmount(emptyCart('x'), curryOffer, 1.5).lines).toEqual([]);
    expect([
      amountOfMeal(filledCart, 'curry'),
      amountOfMeal(filledCart, 'fehlt'),
      amountOfMeal(null, 'curry'),
      pieceCountOf(filledCart),
    ]).toEqual([2, 0, 0, 3]);
  });
});

it('keeps a wish with its dish', () => {
  expect(withLineComment(filledCart, 'curry', '  ohne Zwiebeln ').lines.map(({ comments }) => comments)).toEqual([
    'ohne Zwiebeln',
    '',
  ]);
  expect(MAX_COMMENT_LENGTH).toBe(140);
});

it('C11 a chosen time is for no meetup any more; without its meetup an order keeps time and place', () => {
  const cartWithMeetup: Cart = { ...filledCart, meetUp: 'treffen', meetUpDate: 1, isTakeAway: true };
  expect(withMealTime(cartWithMeetup, 2)).toMatchObject({ meetUp: '', meetUpDate: 2, isTakeAway: true });
  expect(withoutMeetup(cartWithMeetup)).toMatchObject({ meetUp: '', meetUpDate: 1, isTakeAway: true });
});

it('toggles a voucher, and takes another one in its place', () => {
  const firstVoucher = { key: 'a', name: { de: 'A' }, discountType: 'absolute', value: 300 } as const;
  const cartWithVoucher = withVoucher(filledCart, firstVoucher);
  expect(cartWithVoucher).toMatchObject({ voucher: firstVoucher, isVoucherChosen: true });
  expect(withVoucher(cartWithVoucher, firstVoucher)).toMatchObject({ voucher: null, isVoucherChosen: true });
  expect(withVoucher(cartWithVoucher, { ...firstVoucher, key: 'b' }).voucher?.key).toBe('b');
});

describe('carts', () => {
  const cartAddress = { owner: 'anna', day: fixtureDay, restaurantKey: 'elbkantine' };
  const annasCarts = withCart(noCarts, cartAddress, filledCart);
  const anonymousCarts = withCart(noCarts, { ...cartAddress, owner: null }, filledCart);

  it('C28 are one for each restaurant: emptying one leaves the others', () => {
    const twoCarts = withCart(annasCarts, { ...cartAddress, restaurantKey: 'mensa' }, emptyCart('mensa'));
    const remainingCarts = withCart(twoCarts, cartAddress, null);
    expect([
      findCartIn(remainingCarts, cartAddress),
      findCartIn(remainingCarts, { ...cartAddress, restaurantKey: 'mensa' }),
    ]).toEqual([null, emptyCart('mensa')]);
  });

  it.each([
    ['another member', annasCarts, { ...cartAddress, owner: 'ben' }],
    ['nobody', annasCarts, { ...cartAddress, owner: null }],
    ['the next day', annasCarts, { ...cartAddress, day: '2026-06-25' }],
  ])('A06 are not shown to %s, and give way to theirs', (_, storedCarts, otherAddress) => {
    expect(findCartIn(storedCarts, otherAddress)).toBeNull();
    expect(
      withCart(storedCarts, { ...otherAddress, restaurantKey: 'mensa' }, filledCart).byRestaurant,
    ).not.toHaveProperty('elbkantine');
  });

  it('C06 that are being paid outlive midnight until that is decided, the others don’t', () => {
    const payment = {
      requestKey: 'k',
      form: { restaurantId: 'elbkantine', paymentOption: 'card' },
      payInId: 'p',
      orderKey: 'o',
    } as const;
    const eveningCarts = withCart(
      withCart(noCarts, cartAddress, { ...filledCart, payment }),
      { ...cartAddress, restaurantKey: 'mensa' },
      filledCart,
    );
    const nextDayAddress = { ...cartAddress, day: '2026-06-25' };
    expect(findCartIn(eveningCarts, nextDayAddress)?.payment).toEqual(payment);
    expect(findCartIn(eveningCarts, { ...nextDayAddress, restaurantKey: 'mensa' })).toBeNull();
    const nextDayCarts = withCart(eveningCarts, { ...nextDayAddress, restaurantKey: 'forno' }, filledCart);
    expect([nextDayCarts.day, Object.keys(nextDayCarts.byRestaurant)]).toEqual(['2026-06-25', ['elbkantine', 'forno']]);
    expect(findCartIn(eveningCarts, { ...nextDayAddress, owner: 'ben' })).toBeNull();
  });

  it.each([
    ['nobody for a moment', annasCarts, null, annasCarts],
    ['the same member', annasCarts, { uid: 'anna', isAnonymous: false }, annasCarts],
    ['another member', annasCarts, { uid: 'ben', isAnonymous: false }, noCarts],
    ['a visitor after a logout', annasCarts, { uid: 'x', isAnonymous: true }, noCarts],
    ['a visitor who logs in', anonymousCarts, { uid: 'anna', isAnonymous: false }, annasCarts],
    ['a visitor who stays one', anonymousCarts, { uid: 'y', isAnonymous: true }, anonymousCarts],
  ])('A06 once the page is used by %s', (_, previousCarts, user, expectedCarts) => {
    expect(cartsOfUser(previousCarts, user)).toEqual(expectedCarts);
  });

  describe('in the storage', () => {
    beforeEach(() => window.localStorage.clear());
    const cartStorage = createCartStorage(() => window.localStorage);

    it.each<[string, Carts]>([
      ['a member', annasCarts],
      ['nobody', anonymousCarts],
    ])('are read as they were written: of %s', (_, carts) => {
      cartStorage.write(carts);
      expect(cartStorage.read(null)).toEqual(carts);
      expect(Object.keys({ ...window.localStorage }).filter((key) => cartStorage.holds(key))).toHaveLength(1);
    });

    it('move to the member who logs in', () => {
      cartStorage.write(anonymousCarts);
      cartStorage.write(annasCarts);
      expect([window.localStorage.length, cartStorage.read(null)]).toEqual([1, annasCarts]);
    });

    it.each(['{', '7', '{"owner":null,"day":null,"byRestaurant":{"a":{"lines":7}}}'])(
      'that hold something else are none: %s',
      (text) => {
        window.localStorage.setItem('mahlzeit.anonymousCarts', text);
        expect(cartStorage.read(null)).toEqual(noCarts);
      },
    );

    it('are read one by one: a cart in an older form leaves the others and their open payments', () => {
      const payment = {
        requestKey: 'k',
        form: { restaurantId: 'elbkantine', paymentOption: 'paypal' },
        payInId: 'p',
        orderKey: 'o',
      } as const;
      const cartsBeingPaid = withCart(noCarts, cartAddress, { ...filledCart, payment });
      window.localStorage.setItem(
        'mahlzeit.user.anna.carts',
        JSON.stringify({ ...cartsBeingPaid, byRestaurant: { mensa: { lines: 7 }, ...cartsBeingPaid.byRestaurant } }),
      );
      expect(cartStorage.read(null)).toEqual(cartsBeingPaid);
    });

    it('are the page’s own for as long as the storage takes no more', () => {
      let isStorageFull = false;
      const fillableStorage = createCartStorage(() => ({
        length: window.localStorage.length,
        key: (keyIndex) => window.localStorage.key(keyIndex),
        getItem: (key) => window.localStorage.getItem(key),
        removeItem: (key) => window.localStorage.removeItem(key),
        setItem: (key, text) => {
          if (isStorageFull) throw new Error('QuotaExceededError');
          window.localStorage.setItem(key, text);
        },
      }));
      fillableStorage.write(annasCarts);
      isStorageFull = true;
      fillableStorage.write(withCart(annasCarts, cartAddress, null));
      expect([fillableStorage.read(null), fillableStorage.shared(null)]).toEqual([annasCarts, null]);
      isStorageFull = false;
      fillableStorage.write(annasCarts);
      expect(fillableStorage.shared(null)).toEqual(annasCarts);
    });

    it('live in the page alone where the browser blocks its storage', () => {
      const blockedStorage = createCartStorage(() => {
        throw new Error('SecurityError');
      });
      expect(() => blockedStorage.write(annasCarts)).not.toThrow();
      expect(blockedStorage.read(null)).toBeNull();
    });
  });
});
