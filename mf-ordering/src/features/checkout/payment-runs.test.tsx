import { getOrderByPayIn, getPayIn, meTopic, placeOrder } from '@mahlzeit/contract';
import { anOrder } from '@mahlzeit/contract/fixtures';
import { answer, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { POLL_PAUSES_MS, REQUEST_REPEAT_PAUSES_MS } from '../providers';
import { bankApprovalAnswer, startPayment, cardOrderForm, paidOrder, payInWith, orderAnswerWith } from './fake-payment';
import { TAB_STORAGE_DELAY_MS } from './payment-rules';

beforeEach(() => window.localStorage.clear());

describe('without an answer', () => {
  it('repeats the order under the same key, and then says that the status is unknown', async () => {
    const { flow, shows, passAll, orderKeys, cart } = startPayment([failAsUnreachable(placeOrder)]);
    flow.pay(cardOrderForm);
    await passAll(REQUEST_REPEAT_PAUSES_MS);
    await shows('unclear');
    expect([orderKeys(), cart()?.payment?.requestKey]).toEqual([
      ['schluessel-1', 'schluessel-1', 'schluessel-1', 'schluessel-1'],
      'schluessel-1',
    ]);
    flow.pay(cardOrderForm);
    expect(orderKeys()).toHaveLength(4);
  });

  it('finds the payment of a lost answer by the same key', async () => {
    const { flow, shell, passAll, shows, orderKeys, isAtOrder } = startPayment([
      refuse(placeOrder, 'providerUnavailable'),
    ]);
    flow.pay(cardOrderForm);
    await passAll(REQUEST_REPEAT_PAUSES_MS);
    await shows('unclear');
    shell.use(answer(placeOrder, orderAnswerWith({ Status: 'SUCCEEDED' })));
    flow.check();
    expect(flow.get()).toMatchObject({ isChecking: true });
    await isAtOrder();
    expect(new Set(orderKeys())).toEqual(new Set(['schluessel-1']));
  });

  it('is over where the provider could not even be asked', async () => {
    const { flow, shows, cart } = startPayment([refuse(placeOrder, 'providerUnavailable', { nothingBegun: true })]);
    flow.pay(cardOrderForm);
    await shows('refused');
    expect(cart()).toMatchObject({ payment: null, lines: [{ mealKey: 'curry' }] });
  });

  it('C15 repeats the question while the payment is undecided, then says that the status is unknown, and goes on asking quietly', async () => {
    const { flow, shell, shows, pass, passAll, isAtOrder } = startPayment([
      answer(placeOrder, orderAnswerWith()),
      answer(getPayIn, payInWith('CREATED')),
    ]);
    flow.pay(cardOrderForm);
    await passAll(POLL_PAUSES_MS);
    await shows('unclear');
    expect(shell.recorded.navigation).toEqual([]);
    shell.use(answer(getPayIn, payInWith('SUCCEEDED')));
    await pass(5_000);
    await isAtOrder();
  });

  it('turns into the order by itself where the live list has it', async () => {
    const { flow, shell, shows, passAll, isAtOrder, cart } = startPayment([
      answer(placeOrder, orderAnswerWith()),
      failAsUnreachable(getPayIn),
    ]);
    flow.pay(cardOrderForm);
    await passAll(POLL_PAUSES_MS);
    await shows('unclear');
    shell.change(meTopic, {
      kind: 'put',
      collection: 'orders',
      key: 'fremd',
      value: anOrder({ key: 'fremd', payInId: 'andere' }),
    });
    expect(shell.recorded.navigation).toEqual([]);
    shell.change(meTopic, { kind: 'put', collection: 'orders', key: 'bestellung-1', value: paidOrder });
    await isAtOrder();
    expect(cart()).toBeNull();
  });

  it('shows the order even if it can’t be loaded: its key is known', async () => {
    const { flow, isAtOrder } = startPayment([
      answer(placeOrder, orderAnswerWith({ Status: 'SUCCEEDED' })),
      failAsUnreachable(getOrderByPayIn),
    ]);
    flow.pay(cardOrderForm);
    await isAtOrder();
  });
});

describe('without a listener', () => {
  it('shows no refusal again that was seen', async () => {
    const { flow, shows, leaveSheet } = startPayment([
      answer(placeOrder, orderAnswerWith({ Status: 'FAILED', ResultCode: '101410' })),
    ]);
    flow.pay(cardOrderForm);
    await shows('refused');
    leaveSheet();
    expect(flow.get().kind).toBe('none');
  });

  it('asks nothing, and continues with the next listener', async () => {
    const { flow, shell, shows, passAll, timers, leaveSheet, isAtOrder } = startPayment([
      answer(placeOrder, orderAnswerWith()),
      answer(getPayIn, payInWith('CREATED')),
    ]);
    flow.pay(cardOrderForm);
    await passAll(POLL_PAUSES_MS);
    await shows('unclear');
    leaveSheet();
    expect([timers.pendingCount(), shell.recorded.reloadHolds]).toEqual([0, 0]);
    shell.use(answer(getPayIn, payInWith('SUCCEEDED')));
    flow.subscribe(() => undefined);
    expect(shell.recorded.reloadHolds).toBe(1);
    await isAtOrder();
  });

  it('leads to the bank no sooner than its diner wants to', async () => {
    const { flow, shows, leaveSheet, cart } = startPayment([
      answer(placeOrder, bankApprovalAnswer),
      answer(getPayIn, payInWith('CREATED')),
    ]);
    flow.pay(cardOrderForm);
    await shows('bank');
    flow.cancelBank();
    await shows('unclear');
    leaveSheet();
    const stepKinds: string[] = [];
    flow.subscribe(() => void stepKinds.push(flow.get().kind));
    await waitFor(() => expect(stepKinds).toEqual(['unclear']));
    expect([flow.get(), cart()?.payment?.payInId]).toEqual([
      { kind: 'unclear', bankUrl: 'https://bank.test/3ds', isChecking: false },
      'payin-1',
    ]);
  });

  it('still takes the answer to an earlier question', async () => {
    const { flow, shows, leaveSheet, cart } = startPayment([answer(placeOrder, bankApprovalAnswer)]);
    flow.pay(cardOrderForm);
    leaveSheet();
    await shows('bank');
    expect(cart()?.payment?.payInId).toBe('payin-1');
  });

  it('asks with the next listener where the line was cut meanwhile', async () => {
    const { flow, shell, timers, pass, leaveSheet, isAtOrder, orderKeys } = startPayment([
      failAsUnreachable(placeOrder),
    ]);
    flow.pay(cardOrderForm);
    leaveSheet();
    await waitFor(() => expect(orderKeys()).toHaveLength(1));
    await waitFor(() => expect(shell.requests).toContain('POST /api/payment/orders'));
    shell.use(answer(placeOrder, orderAnswerWith({ Status: 'SUCCEEDED' })));
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    expect(timers.pendingCount()).toBe(0);
    flow.subscribe(() => undefined);
    await pass(TAB_STORAGE_DELAY_MS);
    await isAtOrder();
    expect(new Set(orderKeys())).toEqual(new Set(['schluessel-1']));
  });
});
