import { getPayIn, meTopic, ok, placeOrder } from '@mahlzeit/contract';
import type { PayIn, Result } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { answer, fakeShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { cartPlaceOf, selectCart, updateCart } from '../cart';
import type { OpenPayment } from '../cart';
import { REQUEST_REPEAT_PAUSES_MS } from '../providers';
import { bankApprovalAnswer, startPayment, cardOrderForm, openPayment, paidOrder, payInWith } from './fake-payment';

beforeEach(() => window.localStorage.clear());

describe('changes of the cart by another tab', () => {
  it('takes up the payment that another tab has begun before this one has heard of it', async () => {
    const { flow, orderKeys, isAtOrder } = startPayment([answer(getPayIn, payInWith('SUCCEEDED'))]);
    const otherTabShell = fakeShell({ session: 'verified' });
    const otherTabPlace = cartPlaceOf(otherTabShell, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
    if (otherTabPlace !== null) updateCart(otherTabShell, otherTabPlace, (cart) => ({ ...cart, payment: openPayment }));
    flow.pay(cardOrderForm);
    await isAtOrder();
    expect(orderKeys()).toEqual([]);
  });

  it('C06 a payment that is open at midnight continues: nothing is ordered twice', async () => {
    const { shell, flow, cart, orderKeys, isAtOrder, shows, placeAt } = startPayment([
      answer(placeOrder, bankApprovalAnswer),
      answer(getPayIn, payInWith('SUCCEEDED')),
    ]);
    flow.pay(cardOrderForm);
    await shows('bank');
    shell.setNow(Date.parse('2026-06-25T00:01:00+02:00'));
    expect([flow.get().kind, selectCart(shell.store.getState(), placeAt('elbkantine'))?.payment?.orderKey]).toEqual([
      'bank',
      'bestellung-1',
    ]);
    flow.cancelBank();
    await isAtOrder();
    expect([orderKeys(), cart(), selectCart(shell.store.getState(), placeAt('elbkantine'))]).toEqual([
      ['schluessel-1'],
      null,
      null,
    ]);
  });

  const otherTabPayment: OpenPayment = {
    requestKey: 'anderer-tab',
    form: cardOrderForm,
    payInId: null,
    orderKey: null,
  };

  it('ends an order before it is sent again once the cart holds another payment', async () => {
    const { flow, shell, place, timers, orderKeys, cart } = startPayment([failAsUnreachable(placeOrder)]);
    flow.pay(cardOrderForm);
    await waitFor(() => expect(orderKeys()).toHaveLength(1));
    await waitFor(() => expect(timers.pendingCount()).toBe(1));
    updateCart(shell, place, (previousCart) => ({ ...previousCart, payment: otherTabPayment }));
    expect([flow.get().kind, timers.pendingCount(), orderKeys(), cart()?.payment]).toEqual([
      'none',
      0,
      ['schluessel-1'],
      otherTabPayment,
    ]);
  });

  it('is not overwritten by an answer that comes late', async () => {
    const { flow, shell, place, shows, cart } = startPayment([answer(placeOrder, bankApprovalAnswer)]);
    flow.pay(cardOrderForm);
    updateCart(shell, place, (previousCart) => ({ ...previousCart, payment: otherTabPayment }));
    await shows('none');
    expect(cart()?.payment).toEqual(otherTabPayment);
  });

  it('brings the id of the same payment', async () => {
    const { flow, shell, place, pass, shows, passAll, isAtOrder, orderKeys } = startPayment([
      failAsUnreachable(placeOrder),
      answer(getPayIn, payInWith('SUCCEEDED')),
    ]);
    flow.pay(cardOrderForm);
    await passAll(REQUEST_REPEAT_PAUSES_MS);
    await shows('unclear');
    updateCart(shell, place, (previousCart) => ({
      ...previousCart,
      payment: previousCart.payment && { ...previousCart.payment, payInId: 'payin-1', orderKey: 'bestellung-1' },
    }));
    await pass(5_000);
    await isAtOrder();
    expect([
      orderKeys().length,
      shell.requests.filter((request) => request === 'GET /api/payment/payIn/payin-1').length,
    ]).toEqual([4, 1]);
  });
});

it('leads to an order that was reported as paid before another tab has stored its payment’s id', async () => {
  const { flow, shell, place, orderKeys, isAtOrder } = startPayment([failAsUnreachable(placeOrder)]);
  flow.pay(cardOrderForm);
  await waitFor(() => expect(orderKeys()).toHaveLength(1));
  shell.change(meTopic, { kind: 'put', collection: 'orders', key: 'bestellung-1', value: paidOrder });
  expect(flow.get().kind).toBe('waiting');
  updateCart(shell, place, (previousCart) => ({
    ...previousCart,
    payment: previousCart.payment && { ...previousCart.payment, payInId: 'payin-1', orderKey: 'bestellung-1' },
  }));
  await isAtOrder();
});

it('A06 ends with its diner: nothing of it is shown to the next one, nor written into their cart', async () => {
  const { flow, shell, shows, cart } = startPayment([answer(placeOrder, bankApprovalAnswer)]);
  flow.pay(cardOrderForm);
  await shows('bank');
  shell.setSession('unverified');
  expect([flow.get().kind, shell.recorded.reloadHolds, cart()]).toEqual(['none', 0, null]);
});

it('A06 shows the next user no order that the gateway reports after the logout', async () => {
  const { flow, shell, leaveSheet, shows } = startPayment([], openPayment);
  let answerPayIn = (_answer: Result<PayIn, ApiError>): void => undefined;
  jest
    .mocked(shell.apiClient.call)
    .mockReturnValueOnce(new Promise<Result<PayIn, ApiError>>((resolve) => (answerPayIn = resolve)));
  flow.resume();
  await waitFor(() => expect(shell.apiClient.call).toHaveBeenCalledWith(getPayIn, expect.anything()));
  shell.setSession({ status: 'unknown' });
  leaveSheet();
  shell.setSession('unverified');
  answerPayIn(ok(payInWith('SUCCEEDED')));
  await shows('none');
  expect([shell.recorded.navigation, shell.recorded.snackbars]).toEqual([[], []]);
});

it('empties no cart that was filled anew meanwhile', async () => {
  const { flow, shell, shows, place, cart } = startPayment([answer(placeOrder, bankApprovalAnswer)]);
  flow.pay(cardOrderForm);
  await shows('bank');
  updateCart(shell, place, (previousCart) => ({ ...previousCart, payment: null }));
  shell.change(meTopic, { kind: 'put', collection: 'orders', key: 'bestellung-1', value: paidOrder });
  await shows('none');
  expect(cart()?.lines).toHaveLength(1);
});
