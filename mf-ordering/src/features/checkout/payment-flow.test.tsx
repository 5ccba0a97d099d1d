import { abandonOrder, getDiscounts, getPayIn, placeOrder } from '@mahlzeit/contract';
import { anOffer } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { selectCart, updateCart, withAmount } from '../cart';
import { BANK_RETURN_DELAY_MS } from '../providers';
import {
  bankApprovalAnswer,
  startPayment,
  fakeBrowserInfo,
  cardOrderForm,
  openPayment,
  paidOrder,
  payInWith,
  paypalOrderForm,
  orderAnswerWith,
  paypalApprovalAnswer,
} from './fake-payment';
import { TAB_STORAGE_DELAY_MS } from './payment-rules';

beforeEach(() => window.localStorage.clear());

describe('ordering by card', () => {
  it('is paid at once where the bank doesn’t ask: the order replaces the cart, and its cart alone is emptied (C28)', async () => {
    const { flow, shell, cart, isAtOrder, placeAt } = startPayment([
      answer(placeOrder, orderAnswerWith({ Status: 'SUCCEEDED' })),
    ]);
    updateCart(shell, placeAt('forno'), (otherCart) => withAmount(otherCart, anOffer({ key: 'pizza' }), 2));
    flow.pay(cardOrderForm);
    expect(flow.get().kind).toBe('waiting');
    await isAtOrder();
    expect(shell.requests).toContain('GET /api/payment/orders/byPayIn/payin-1');
    expect([
      cart(),
      selectCart(shell.store.getState(), placeAt('forno'))?.lines.length,
      flow.get().kind,
      shell.recorded.reloadHolds,
    ]).toEqual([null, 1, 'none', 0]);
  });

  it('stores the payment before it is sent, with the browser’s facts for the bank', () => {
    const { flow, cart, shell } = startPayment([neverRespond(placeOrder)]);
    flow.pay(cardOrderForm);
    expect(cart()?.payment).toEqual({
      requestKey: 'schluessel-1',
      form: { ...cardOrderForm, browserInfo: fakeBrowserInfo },
      payInId: null,
      orderKey: null,
    });
    expect(Object.values({ ...window.localStorage }).join()).toContain('schluessel-1');
    expect(shell.recorded.reloadHolds).toBe(1);
  });

  it('does nothing at a second press', async () => {
    const { flow, orderKeys, shows } = startPayment([answer(placeOrder, bankApprovalAnswer)]);
    flow.pay(cardOrderForm);
    flow.pay(cardOrderForm);
    await shows('bank');
    flow.pay(cardOrderForm);
    expect(orderKeys()).toEqual(['schluessel-1']);
  });

  it('C15 asks the provider once the bank has sent the diner back, half a second later', async () => {
    const { flow, shows, timers, isAtOrder, shell } = startPayment([
      answer(placeOrder, bankApprovalAnswer),
      answer(getPayIn, payInWith('CREATED'), payInWith('SUCCEEDED')),
    ]);
    flow.pay(cardOrderForm);
    await shows('bank');
    expect(flow.get()).toEqual({ kind: 'bank', url: 'https://bank.test/3ds' });
    flow.onBankReturn();
    timers.advance(BANK_RETURN_DELAY_MS - 1);
    expect(flow.get().kind).toBe('bank');
    timers.advance(1);
    await shows('waiting');
    await waitFor(() => expect(timers.pendingCount()).toBe(1));
    expect(shell.recorded.navigation).toEqual([]);
    timers.advance(500);
    await isAtOrder();
    expect(shell.requests).toContain('PUT /api/payment/orders/payin-1/status');
  });

  it('C06 restores the cart after a refusal, and shows the reason', async () => {
    const { flow, shows, cart, shell } = startPayment([
      answer(placeOrder, orderAnswerWith({ Status: 'FAILED', ResultCode: '101410' })),
    ]);
    flow.pay(cardOrderForm);
    await shows('refused');
    expect([cart()?.payment, cart()?.lines.length, flow.get(), shell.recorded.reloadHolds]).toMatchObject([
      null,
      1,
      { failure: { message: 'mangopay-error/101410' } },
      0,
    ]);
    flow.dismiss();
    expect(flow.get().kind).toBe('none');
  });

  it('orders anew under a new key after a refusal', async () => {
    const { flow, shows, orderKeys } = startPayment([
      answer(placeOrder, orderAnswerWith({ Status: 'FAILED', ResultCode: '101410' }), bankApprovalAnswer),
    ]);
    flow.pay(cardOrderForm);
    await shows('refused');
    flow.pay(cardOrderForm);
    await shows('bank');
    expect(orderKeys()).toEqual(['schluessel-1', 'schluessel-2']);
  });

  it('ends with a refusal of the gateway, too', async () => {
    const { flow, shows, cart } = startPayment([refuse(placeOrder, 'TotalPrice', { totalPrice: 900 })]);
    flow.pay(cardOrderForm);
    await shows('refused');
    expect([cart()?.payment, flow.get()]).toMatchObject([null, { failure: { code: 'TotalPrice' } }]);
  });
});

describe('leaving the bank', () => {
  const leaveBank = async (...answers: readonly ScenarioAnswer[]) => {
    const startedPayment = startPayment([answer(placeOrder, bankApprovalAnswer), ...answers]);
    startedPayment.flow.pay(cardOrderForm);
    await startedPayment.shows('bank');
    startedPayment.flow.cancelBank();
    return startedPayment;
  };

  it('doesn’t let the diner order again while the bank may still decide, and leads back to it', async () => {
    const { flow, shows, cart, orderKeys } = await leaveBank(answer(getPayIn, payInWith('CREATED')));
    await shows('unclear');
    expect([flow.get(), cart()?.payment?.payInId]).toEqual([
      { kind: 'unclear', bankUrl: 'https://bank.test/3ds', isChecking: false },
      'payin-1',
    ]);
    flow.pay(cardOrderForm);
    expect(orderKeys()).toEqual(['schluessel-1']);
    flow.goOn();
    expect(flow.get()).toEqual({ kind: 'bank', url: 'https://bank.test/3ds' });
  });

  it('is free again once the bank has said no', async () => {
    const { shows, cart } = await leaveBank(answer(getPayIn, payInWith('FAILED', '101002')));
    await shows('refused');
    expect(cart()?.payment).toBeNull();
  });

  it('shows the order where the bank had said yes', async () => {
    const { isAtOrder } = await leaveBank(answer(getPayIn, payInWith('SUCCEEDED')));
    await isAtOrder();
  });
});

describe('ordering with PayPal', () => {
  it('goes to PayPal’s page, and keeps the payment', async () => {
    const { flow, shows, wentTo, cart } = startPayment([answer(placeOrder, paypalApprovalAnswer)]);
    flow.pay(paypalOrderForm);
    await shows('leaving');
    expect([wentTo, cart()?.payment]).toMatchObject([
      ['https://paypal.test/approve'],
      { requestKey: 'schluessel-1', form: paypalOrderForm, payInId: 'payin-1' },
    ]);
  });

  it('C14 goes nowhere without a way to approve', async () => {
    const { flow, shows, wentTo } = startPayment([
      answer(placeOrder, orderAnswerWith({ links: [{ rel: 'self', href: 'https://paypal.test' }] })),
    ]);
    flow.pay(paypalOrderForm);
    await shows('refused');
    expect(wentTo).toEqual([]);
  });

  it('C16 asks a diner who comes back without an approval, and charges nothing', async () => {
    const { flow, shows, wentTo, cart } = startPayment(
      [answer(getPayIn, payInWith('CREATED')), answer(placeOrder, paypalApprovalAnswer)],
      {
        ...openPayment,
        form: paypalOrderForm,
      },
    );
    flow.resume();
    await shows('unapproved');
    flow.goOn();
    expect([flow.get().kind, wentTo]).toEqual(['leaving', ['https://paypal.test/approve']]);
    await waitFor(() => expect(cart()?.payment?.requestKey).toBe('frueher'));
  });

  const dismissUnapprovedPayment = async (...answers: readonly ScenarioAnswer[]) => {
    const startedPayment = startPayment(
      [answer(getPayIn, payInWith('CREATED')), answer(placeOrder, paypalApprovalAnswer), ...answers],
      {
        ...openPayment,
        form: paypalOrderForm,
      },
    );
    startedPayment.flow.resume();
    await startedPayment.shows('unapproved');
    startedPayment.flow.dismiss();
    expect([startedPayment.flow.get().kind, startedPayment.cart()?.payment?.requestKey]).toEqual([
      'waiting',
      'frueher',
    ]);
    return startedPayment;
  };

  it('C16 gives up a payment without an approval', async () => {
    const { shows, cart } = await dismissUnapprovedPayment(
      answer(abandonOrder, { ...paidOrder, paymentStatus: 'FAILED' }),
    );
    await shows('none');
    expect([cart()?.payment, cart()?.lines.length]).toEqual([null, 1]);
  });

  it('C16 shows the order that was approved after all', async () => {
    const { isAtOrder, cart } = await dismissUnapprovedPayment(answer(abandonOrder, paidOrder));
    await isAtOrder();
    expect(cart()).toBeNull();
  });

  it.each([
    ['is being captured', answer(abandonOrder, { ...paidOrder, paymentStatus: 'UNKNOWN' })],
    ['nobody can tell of', refuse(abandonOrder, 'providerUnavailable')],
    ['nobody answers for', failAsUnreachable(abandonOrder)],
  ] as const)('C16 doesn’t let go of what %s', async (_, abandonAnswer) => {
    const { flow, shows, cart } = await dismissUnapprovedPayment(abandonAnswer);
    await shows('unclear');
    flow.pay(paypalOrderForm);
    expect([flow.get().kind, cart()?.payment?.requestKey]).toEqual(['unclear', 'frueher']);
  });

  it('shows that it was refused meanwhile', async () => {
    const { shows, cart } = await dismissUnapprovedPayment(
      refuse(abandonOrder, 'paypal-error', { issue: 'INSTRUMENT_DECLINED' }),
    );
    await shows('refused');
    expect(cart()?.payment).toBeNull();
  });

  describe('with a voucher', () => {
    const formWithVoucher = { ...paypalOrderForm, discount: { id: 'gruss', value: 200 } };
    const abandonPaymentWithVoucher = async (...answers: readonly ScenarioAnswer[]) => {
      const startedPayment = startPayment(
        [
          answer(getPayIn, payInWith('CREATED')),
          answer(placeOrder, paypalApprovalAnswer),
          answer(abandonOrder, { ...paidOrder, paymentStatus: 'FAILED' }),
          ...answers,
        ],
        { ...openPayment, form: formWithVoucher },
      );
      startedPayment.flow.resume();
      await startedPayment.shows('unapproved');
      startedPayment.flow.dismiss();
      return startedPayment;
    };

    it('C16 restores the cart only once its discounts are loaded again', async () => {
      const { shows, cart, shell } = await abandonPaymentWithVoucher(answer(getDiscounts, []));
      await waitFor(() =>
        expect(shell.requests.slice(-2)).toEqual(['POST /api/payment/orders/payin-1/abandon', 'GET /api/discounts']),
      );
      await shows('none');
      expect(cart()?.payment).toBeNull();
    });

    it('C16 keeps the cart waiting, and asks again, where its discounts don’t load', async () => {
      const { flow, shell, shows, cart } = await abandonPaymentWithVoucher(failAsUnreachable(getDiscounts));
      await shows('unclear');
      expect(cart()?.payment?.requestKey).toBe('frueher');
      shell.use(answer(getPayIn, payInWith('FAILED')), answer(getDiscounts, []));
      flow.check();
      await shows('refused');
      expect(cart()?.payment).toBeNull();
    });

    it.each([
      ['refused when it is charged', answer(getPayIn, payInWith('FAILED', 'INSTRUMENT_DECLINED')), paypalOrderForm],
      ['refused by the bank', answer(getPayIn, payInWith('FAILED', '101301')), cardOrderForm],
    ])('asks for them where it was %s', async (_, payInAnswer, orderForm) => {
      const { flow, shows, shell, cart } = startPayment([payInAnswer, answer(getDiscounts, [])], {
        ...openPayment,
        form: { ...orderForm, discount: formWithVoucher.discount },
      });
      flow.resume();
      await shows('refused');
      expect([shell.requests, cart()?.payment]).toEqual([
        ['GET /api/payment/payIn/payin-1', 'GET /api/discounts'],
        null,
      ]);
    });
  });

  it('doesn’t wait for ever for a page that never went', async () => {
    const { flow, shows, pass } = startPayment([answer(placeOrder, paypalApprovalAnswer)]);
    flow.pay(paypalOrderForm);
    await shows('leaving');
    await pass(20_000);
    await shows('unapproved');
  });

  it('ends when another tab has given it up', async () => {
    const { flow, shell, shows, place } = startPayment(
      [answer(getPayIn, payInWith('CREATED')), answer(placeOrder, paypalApprovalAnswer)],
      {
        ...openPayment,
        form: paypalOrderForm,
      },
    );
    flow.resume();
    await shows('unapproved');
    updateCart(shell, place, (cart) => ({ ...cart, payment: null }));
    expect([flow.get().kind, shell.recorded.reloadHolds]).toEqual(['none', 0]);
  });
});

describe('C06 coming back to a payment that an earlier page has left open', () => {
  it('shows the bank’s page again, under the same key', async () => {
    const { flow, shows, orderKeys } = startPayment(
      [answer(getPayIn, payInWith('CREATED')), answer(placeOrder, bankApprovalAnswer)],
      openPayment,
    );
    flow.resume();
    flow.resume();
    await shows('bank');
    expect(orderKeys()).toEqual(['frueher']);
  });

  it.each([
    ['SUCCEEDED', [['replace', 'order', 'bestellung-1']], 'none'],
    ['FAILED', [], 'refused'],
  ] as const)('finds that it is %s meanwhile', async (payInStatus, expectedNavigation, expectedKind) => {
    const { flow, shell, shows } = startPayment([answer(getPayIn, payInWith(payInStatus, '101301'))], openPayment);
    flow.resume();
    await waitFor(() => expect(shell.recorded.navigation).toEqual(expectedNavigation));
    await shows(expectedKind);
  });

  it('sends the order once more where its answer was never heard', async () => {
    const { flow, pass, orderKeys, isAtOrder } = startPayment(
      [answer(placeOrder, orderAnswerWith({ Status: 'SUCCEEDED' }))],
      {
        ...openPayment,
        payInId: null,
        orderKey: null,
      },
    );
    flow.resume();
    await pass(TAB_STORAGE_DELAY_MS);
    await isAtOrder();
    expect(orderKeys()).toEqual(['frueher']);
  });

  it('says days later that the money goes back, and never that nothing was charged', async () => {
    const { flow, pass, shows, orderKeys, cart } = startPayment(
      [answer(placeOrder, orderAnswerWith({ Status: 'FAILED', ResultCode: 'tooLate' }))],
      { ...openPayment, payInId: null, orderKey: null },
    );
    flow.resume();
    await pass(TAB_STORAGE_DELAY_MS);
    await shows('refused');
    expect([flow.get(), orderKeys(), cart()?.payment]).toMatchObject([
      { failure: { details: { ResultCode: 'tooLate' } } },
      ['frueher'],
      null,
    ]);
  });

  it('continues at a press, and never begins a second payment', async () => {
    const { flow, shows, orderKeys } = startPayment(
      [answer(getPayIn, payInWith('CREATED')), answer(placeOrder, bankApprovalAnswer)],
      openPayment,
    );
    flow.pay(cardOrderForm);
    await shows('bank');
    expect(orderKeys()).toEqual(['frueher']);
  });

  it('C25 ends when the gateway has no such payment of this diner', async () => {
    const { flow, shows, cart } = startPayment([refuse(getPayIn, 'notFound')], openPayment);
    flow.resume();
    await shows('refused');
    expect(cart()?.payment).toBeNull();
  });
});

it('leaves a diner on another screen there, and offers the order', async () => {
  const { flow, shell } = startPayment([answer(placeOrder, orderAnswerWith({ Status: 'SUCCEEDED' }))]);
  flow.pay(cardOrderForm);
  shell.navigation.open('contacts');
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Deine Bestellung ist bezahlt.' }]),
  );
  expect(shell.recorded.navigation).toEqual([['open', 'contacts']]);
  shell.recorded.snackbars[0]?.action?.run();
  expect(shell.recorded.navigation).toEqual([
    ['open', 'contacts'],
    ['open', 'order', 'bestellung-1'],
  ]);
});

it('C06 shows a refusal by PayPal until its diner closes it, although the cart has changed by it', async () => {
  const { flow, shows, cart } = startPayment([refuse(placeOrder, 'TotalPrice', { totalPrice: 900 })]);
  flow.pay(paypalOrderForm);
  await shows('refused');
  expect(cart()?.payment).toBeNull();
  flow.dismiss();
  expect(flow.get().kind).toBe('none');
});
