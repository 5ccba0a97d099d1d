import {
  abandonOrder,
  captureOrder,
  getDiscounts,
  getOrderByPayIn,
  getPayIn,
  updateOrderStatus,
} from '@mahlzeit/contract';
import type { Discount, Order, PayIn } from '@mahlzeit/contract';
import { aDiscount, anOffer, anOrder, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { useDiscounts } from '@mahlzeit/shared-ui/platform';
import type { PaymentReturn, ScreenAddress, Timers } from '@mahlzeit/shared-ui/platform';
import { answer, fakeShell, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { act, screen } from '@testing-library/react';
import { cartPlaceOf, selectCart, latestSharedCart, updateCart, withAmount } from '../features/cart';
import { createPaymentReturn } from './payment-return';

beforeEach(() => window.localStorage.clear());

const orderWith = (paymentStatus: Order['paymentStatus'], overrides: Partial<Order> = {}): Order =>
  anOrder({
    key: 'bestellung-1',
    payInId: 'zahlung-1',
    restaurantId: 'elbkantine',
    restaurant: aRestaurantSummary({ key: 'elbkantine', routingName: 'elbkantine' }),
    paymentStatus,
    ...overrides,
  });
const payInWith = (payInStatus: PayIn['Status'], resultCode: string | null = null): PayIn => ({
  Status: payInStatus,
  Id: 'zahlung-1',
  ResultCode: resultCode,
  ResultMessage: null,
});

const approvedReturn: PaymentReturn = { kind: 'paypal', token: 'zahlung-1', payerId: 'P1' };
const returnWithTokenOnly: PaymentReturn = { kind: 'paypal', token: 'zahlung-1', payerId: null };
const cardReturn: PaymentReturn = { kind: 'card', transactionId: 'zahlung-1' };

interface RunReturnOptions {
  readonly answers: readonly ScenarioAnswer[];
  readonly address?: ScreenAddress;
  /** Id of the payment that the cart has started; null if the cart has none. */
  readonly payInId?: string | null;
  /** Voucher that the order uses; absent if the order uses none. */
  readonly voucher?: Discount;
}

const immediateTimers: Timers = {
  after(_ms, runTask) {
    queueMicrotask(runTask);
    return () => undefined;
  },
};

/** Runs the command without really waiting during its pauses. Returns the state of the page afterwards. */
const runPaymentReturn = async (
  paymentReturn: PaymentReturn,
  { answers, address, payInId = 'zahlung-1', voucher }: RunReturnOptions,
) => {
  const shell = fakeShell({ session: 'verified', answers, ...(address === undefined ? {} : { address }) });
  const createCart = (restaurantKey: string, cartPayInId: string | null) => {
    const cartPlace = cartPlaceOf(shell, { restaurantKey, routingName: restaurantKey });
    if (cartPlace === null) throw new Error('The user of the page is unknown');
    const orderForm = {
      restaurantId: restaurantKey,
      paymentOption: 'paypal',
      ...(voucher === undefined ? {} : { discount: { id: voucher.key, value: 200 } }),
    } as const;
    updateCart(shell, cartPlace, (cart) => ({
      ...withAmount(cart, anOffer({ key: 'curry' }), 1),
      voucher: voucher ?? null,
      payment:
        cartPayInId === null
          ? null
          : { requestKey: 'schluessel', form: orderForm, payInId: cartPayInId, orderKey: 'bestellung-1' },
    }));
    return () => selectCart(shell.store.getState(), cartPlace);
  };
  const [cart, otherCart] = [createCart('elbkantine', payInId), createCart('forno', null)];
  await createPaymentReturn(immediateTimers)(paymentReturn, shell);
  const { navigation, snackbars, alerts } = shell.recorded;
  return {
    shell,
    navigation,
    snackbars: snackbars.map(({ text }) => text),
    alerts,
    requests: shell.requests,
    cart,
    otherCart,
  };
};

const orderNavigation = [['open', 'order', 'bestellung-1']];
const cartNavigation = [['open', 'details', 'elbkantine', 'cart']];
const cancelledText = 'Du hast bei PayPal nicht bezahlt. Es wurde nichts abgebucht, dein Warenkorb ist noch da.';
const foreignPaymentText =
  'Zu dieser Zahlung gibt es in deinem Konto keine Bestellung. Hast du mit einem anderen Konto bestellt?';
const unknownOutcomeText = 'Wir wissen noch nicht, ob deine Zahlung geklappt hat. Bestell bitte nicht noch einmal.';

describe('back from PayPal with an approval', () => {
  it('leaves the cart that another tab has filled anew meanwhile', async () => {
    const shell = fakeShell({ session: 'verified', answers: [answer(captureOrder, orderWith('SUCCEEDED'))] });
    const cartPlace = cartPlaceOf(shell, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
    if (cartPlace === null) throw new Error('The user of the page is unknown');
    updateCart(shell, cartPlace, (cart) => ({
      ...withAmount(cart, anOffer({ key: 'curry' }), 1),
      payment: {
        requestKey: 'k',
        form: { restaurantId: 'elbkantine', paymentOption: 'paypal' },
        payInId: 'zahlung-1',
        orderKey: null,
      },
    }));
    updateCart(fakeShell({ session: 'verified' }), cartPlace, (cart) => ({
      ...withAmount(cart, anOffer({ key: 'curry' }), 3),
      payment: null,
    }));
    await createPaymentReturn(immediateTimers)(approvedReturn, shell);
    expect(latestSharedCart(shell, cartPlace)?.lines).toMatchObject([{ amount: 3 }]);
  });

  it('C17 takes the money, shows the order over the list, and empties its restaurant’s cart alone', async () => {
    const { navigation, requests, cart, otherCart } = await runPaymentReturn(approvedReturn, {
      answers: [answer(captureOrder, orderWith('SUCCEEDED'))],
    });
    expect([navigation, requests, cart(), otherCart()?.lines.length]).toEqual([
      orderNavigation,
      ['POST /api/payment/orders/zahlung-1/capture'],
      null,
      1,
    ]);
  });

  it('asks which discounts are left', async () => {
    const unusedDiscount = aDiscount({ key: 'gruss' });
    const shell = fakeShell({
      session: 'verified',
      answers: [
        answer(captureOrder, orderWith('SUCCEEDED')),
        answer(getDiscounts, [unusedDiscount], [{ ...unusedDiscount, usedByMe: true }]),
      ],
      topics: { global: { discounts: [unusedDiscount] } },
    });
    const UsedDiscounts = () => <p>{useDiscounts().map(({ key, usedByMe }) => `${key}: ${usedByMe}`)}</p>;
    renderWithShell(<UsedDiscounts />, { shell });
    await screen.findByText('gruss: false');
    await act(async () => void (await createPaymentReturn(immediateTimers)(approvedReturn, shell)));
    expect(await screen.findByText('gruss: true')).toBeInTheDocument();
  });

  it('shows the order in place of what is open', async () => {
    const { navigation } = await runPaymentReturn(approvedReturn, {
      answers: [answer(captureOrder, orderWith('SUCCEEDED'))],
      address: { key: 'settings', params: [] },
    });
    expect(navigation).toEqual([['replace', 'order', 'bestellung-1']]);
  });

  it('C17 asks again under the same key where the line is cut, and then says that nobody knows, with another try', async () => {
    const { shell, snackbars, requests, navigation } = await runPaymentReturn(approvedReturn, {
      answers: [failAsUnreachable(captureOrder), failAsUnreachable(getOrderByPayIn)],
    });
    expect([requests.filter((request) => request.includes('capture')).length, snackbars, navigation]).toEqual([
      4,
      [unknownOutcomeText],
      [],
    ]);
    expect(shell.recorded.snackbars[0]?.action?.label).toBe('Erneut nachsehen');
  });

  it('C06 leads to the cart, whose sheet says why, where PayPal says no', async () => {
    const { navigation, cart, alerts } = await runPaymentReturn(approvedReturn, {
      answers: [
        refuse(captureOrder, 'paypal-error', { issue: 'INSTRUMENT_DECLINED' }),
        answer(getOrderByPayIn, orderWith('FAILED')),
      ],
    });
    expect([navigation, cart()?.payment?.payInId, alerts]).toEqual([cartNavigation, 'zahlung-1', []]);
  });

  it('says why in an alert where no cart waits for it', async () => {
    const { navigation, alerts } = await runPaymentReturn(approvedReturn, {
      answers: [refuse(captureOrder, 'paypal-error'), answer(getOrderByPayIn, orderWith('FAILED'))],
      payInId: null,
    });
    expect([navigation, alerts]).toMatchObject([
      [],
      [
        {
          title: 'Die Zahlung hat nicht geklappt',
          text: 'PayPal hat die Zahlung abgelehnt. Versuch es noch einmal oder bezahl mit Karte.',
        },
      ],
    ]);
  });

  it.each(['CREATED', 'UNKNOWN'] as const)(
    'C17 calls nothing cancelled that was approved and is still %s',
    async (orderStatus) => {
      const { navigation, cart, snackbars, requests } = await runPaymentReturn(approvedReturn, {
        answers: [answer(captureOrder, orderWith(orderStatus)), answer(getOrderByPayIn, orderWith(orderStatus))],
      });
      expect([
        navigation,
        cart()?.payment?.payInId,
        snackbars,
        requests.filter((request) => request.includes('capture')).length,
      ]).toEqual([cartNavigation, 'zahlung-1', [], 4]);
    },
  );

  it('leads to the cart where PayPal doesn’t answer the gateway', async () => {
    const { navigation, cart } = await runPaymentReturn(approvedReturn, {
      answers: [refuse(captureOrder, 'providerUnavailable'), answer(getOrderByPayIn, orderWith('UNKNOWN'))],
    });
    expect([navigation, cart()?.payment?.payInId]).toEqual([cartNavigation, 'zahlung-1']);
  });
});

describe('back from PayPal with the token alone', () => {
  it('C16 restores the cart, opens it, and says that nothing was charged', async () => {
    const { navigation, requests, cart, snackbars } = await runPaymentReturn(returnWithTokenOnly, {
      answers: [answer(abandonOrder, orderWith('FAILED'))],
    });
    expect([navigation, requests, cart()?.payment, cart()?.lines.length, snackbars]).toEqual([
      cartNavigation,
      ['POST /api/payment/orders/zahlung-1/abandon'],
      null,
      1,
      [cancelledText],
    ]);
  });

  const chosenDiscount = aDiscount({ key: 'gruss' });

  it('C16 restores it with its voucher, once that is known to be the diner’s again', async () => {
    const { requests, cart } = await runPaymentReturn(returnWithTokenOnly, {
      answers: [answer(abandonOrder, orderWith('FAILED')), answer(getDiscounts, [chosenDiscount])],
      voucher: chosenDiscount,
    });
    expect([requests, cart()?.payment, cart()?.voucher?.key]).toEqual([
      ['POST /api/payment/orders/zahlung-1/abandon', 'GET /api/discounts'],
      null,
      'gruss',
    ]);
  });

  it.each([
    ['the gateway', [failAsUnreachable(abandonOrder), answer(getOrderByPayIn, orderWith('CREATED'))], []],
    [
      'who knows of discounts',
      [answer(abandonOrder, orderWith('FAILED')), failAsUnreachable(getDiscounts)],
      [cancelledText],
    ],
  ])('C16 keeps the payment, and so the voucher, where %s can’t be reached', async (_, answers, shownTexts) => {
    const { navigation, cart, snackbars } = await runPaymentReturn(returnWithTokenOnly, {
      answers,
      voucher: chosenDiscount,
    });
    expect([navigation, cart()?.payment?.payInId, cart()?.voucher?.key, snackbars]).toEqual([
      cartNavigation,
      'zahlung-1',
      'gruss',
      shownTexts,
    ]);
  });

  it('C16 shows the order only where it was paid', async () => {
    const { navigation, cart } = await runPaymentReturn(returnWithTokenOnly, {
      answers: [answer(abandonOrder, orderWith('SUCCEEDED'))],
    });
    expect([navigation, cart()]).toEqual([orderNavigation, null]);
  });

  it('C16 lets go of nothing while nobody knows', async () => {
    const { navigation, cart, snackbars } = await runPaymentReturn(returnWithTokenOnly, {
      answers: [answer(abandonOrder, orderWith('UNKNOWN')), answer(getOrderByPayIn, orderWith('UNKNOWN'))],
    });
    expect([navigation, cart()?.payment?.payInId, snackbars]).toEqual([cartNavigation, 'zahlung-1', []]);
  });

  it('C16 says that it was refused where it was', async () => {
    const { navigation, alerts, snackbars } = await runPaymentReturn(returnWithTokenOnly, {
      answers: [
        refuse(abandonOrder, 'paypal-error', { issue: 'INSTRUMENT_DECLINED' }),
        answer(getOrderByPayIn, orderWith('FAILED')),
      ],
      payInId: null,
    });
    expect([navigation, alerts, snackbars]).toMatchObject([[], [{ title: 'Die Zahlung hat nicht geklappt' }], []]);
  });

  it('restores no cart that was filled anew', async () => {
    const { cart, navigation } = await runPaymentReturn(returnWithTokenOnly, {
      answers: [answer(abandonOrder, orderWith('FAILED'))],
      payInId: 'zahlung-2',
    });
    expect([cart()?.payment?.payInId, navigation]).toEqual(['zahlung-2', cartNavigation]);
  });

  it('opens no page where the restaurant is gone', async () => {
    const { navigation, snackbars } = await runPaymentReturn(returnWithTokenOnly, {
      answers: [answer(abandonOrder, orderWith('FAILED', { restaurant: null }))],
    });
    expect([navigation, snackbars]).toEqual([[], [cancelledText]]);
  });
});

describe('back from the bank, outside of its frame', () => {
  it('C15 asks until it is decided, and then for the order', async () => {
    const { navigation, requests } = await runPaymentReturn(cardReturn, {
      answers: [
        answer(getPayIn, payInWith('CREATED'), payInWith('SUCCEEDED')),
        answer(updateOrderStatus, orderWith('SUCCEEDED')),
      ],
    });
    expect([navigation, requests]).toEqual([
      orderNavigation,
      [
        'GET /api/payment/payIn/zahlung-1',
        'GET /api/payment/payIn/zahlung-1',
        'PUT /api/payment/orders/zahlung-1/status',
      ],
    ]);
  });

  it('C15 takes what stays undecided neither for paid nor for failed', async () => {
    const { navigation, cart } = await runPaymentReturn(cardReturn, {
      answers: [answer(getPayIn, payInWith('CREATED')), answer(getOrderByPayIn, orderWith('CREATED'))],
    });
    expect([navigation, cart()?.payment?.payInId]).toEqual([cartNavigation, 'zahlung-1']);
  });

  it('leads to the cart, whose sheet says why, after a refusal', async () => {
    const { navigation } = await runPaymentReturn(cardReturn, {
      answers: [answer(getPayIn, payInWith('FAILED', '101301')), answer(getOrderByPayIn, orderWith('FAILED'))],
    });
    expect(navigation).toEqual(cartNavigation);
  });
});

it.each([
  ['an approval', approvedReturn, refuse(captureOrder, 'OrderNotFound')],
  ['a token', returnWithTokenOnly, refuse(abandonOrder, 'OrderNotFound')],
  ['a transaction', cardReturn, refuse(getPayIn, 'notFound')],
  ['an approval of somebody who has logged out', approvedReturn, refuse(captureOrder, 'registrationRequired')],
] as const)('C25 says nothing of %s that isn’t the reader’s', async (_, paymentReturn, foreignAnswer) => {
  const { navigation, snackbars, cart } = await runPaymentReturn(paymentReturn, {
    answers: [foreignAnswer],
    payInId: null,
  });
  expect([navigation, snackbars, cart()?.lines.length]).toEqual([[], [foreignPaymentText], 1]);
});

it('leads to the cards, which go on with one that is being registered', async () => {
  expect(
    await runPaymentReturn({ kind: 'cardRegistration', preAuthorizationId: 'vorab-1' }, { answers: [] }),
  ).toMatchObject({
    navigation: [['open', 'paymentoptions', 'new', 'vorab-1']],
    snackbars: [],
    requests: [],
  });
});
