import { getDiscounts, getPayIn, meTopic, placeOrder } from '@mahlzeit/contract';
import { answer, neverRespond, failAsUnreachable, refuse } from '@mahlzeit/shared-ui/testing';
import type { WithLock } from '@mahlzeit/shared-ui/platform';
import { waitFor } from '@testing-library/react';
import { emptyCart, updateCart } from '../cart';
import {
  bankApprovalAnswer,
  startPayment,
  cardOrderForm,
  openPayment,
  paidOrder,
  payInWith,
  paypalApprovalAnswer,
  paypalOrderForm,
} from './fake-payment';
import { TAB_STORAGE_DELAY_MS } from './payment-rules';

beforeEach(() => window.localStorage.clear());

describe('a press in two tabs in the same moment', () => {
  /** Creates a lock that several tabs of one browser share; it also tells whether a tab holds the lock. */
  const createTabLock = () => {
    let lastLockedWork: Promise<unknown> = Promise.resolve();
    let holderCount = 0;
    const withLock: WithLock = (lockedWork) => {
      const nextLockedWork = lastLockedWork
        .then(() => {
          holderCount += 1;
          return lockedWork();
        })
        .finally(() => {
          holderCount -= 1;
        });
      lastLockedWork = nextLockedWork;
      return nextLockedWork;
    };
    return { withLock, isHeld: () => holderCount > 0 };
  };

  it('orders once: the second tab takes up the payment of the first', async () => {
    const { withLock } = createTabLock();
    const [firstTab, secondTab] = [
      startPayment([answer(placeOrder, bankApprovalAnswer)], null, { withLock }),
      startPayment([answer(getPayIn, payInWith('CREATED')), answer(placeOrder, bankApprovalAnswer)], null, {
        withLock,
        keyPrefix: 'zweiter',
      }),
    ];
    firstTab.flow.pay(cardOrderForm);
    secondTab.flow.pay(cardOrderForm);
    expect([firstTab.flow.get().kind, secondTab.flow.get().kind]).toEqual(['waiting', 'waiting']);
    await firstTab.shows('bank');
    await secondTab.shows('bank');
    expect([firstTab.orderKeys(), secondTab.orderKeys()]).toEqual([['schluessel-1'], ['schluessel-1']]);
  });

  it('orders once where the second tab sees the first tab’s payment in its cart before it has the lock', async () => {
    const { withLock } = createTabLock();
    const { flow, shell, place, shows, orderKeys } = startPayment(
      [answer(getPayIn, payInWith('CREATED')), answer(placeOrder, bankApprovalAnswer)],
      null,
      { withLock },
    );
    flow.pay(cardOrderForm);
    updateCart(shell, place, (cart) => ({ ...cart, payment: openPayment }));
    flow.resume();
    await shows('bank');
    expect(orderKeys()).toEqual(['frueher']);
  });

  it('asks for another tab’s payment once that tab has its answer', async () => {
    const { withLock } = createTabLock();
    let releaseLock = (): void => undefined;
    void withLock(() => new Promise<void>((resolve) => (releaseLock = resolve)));
    const { flow, shows, pass, orderKeys } = startPayment(
      [answer(placeOrder, bankApprovalAnswer)],
      { ...openPayment, payInId: null, orderKey: null },
      { withLock },
    );
    flow.resume();
    await shows('waiting');
    await Promise.resolve();
    expect(orderKeys()).toEqual([]);
    releaseLock();
    await pass(TAB_STORAGE_DELAY_MS);
    await shows('bank');
    expect(orderKeys()).toEqual(['frueher']);
  });

  it('C06 sends an order that the gateway has refused in the first tab from no other tab', async () => {
    const { withLock } = createTabLock();
    const firstTab = startPayment([refuse(placeOrder, 'providerUnavailable', { nothingBegun: true })], null, {
      withLock,
    });
    const secondTab = startPayment([answer(placeOrder, bankApprovalAnswer)], null, { withLock });
    firstTab.flow.pay(cardOrderForm);
    // The tab gets the free lock within some microtasks, before a response can arrive.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    secondTab.flow.resume();
    await firstTab.shows('refused');
    await secondTab.pass(TAB_STORAGE_DELAY_MS);
    await secondTab.shows('none');
    expect(secondTab.orderKeys()).toEqual([]);
  });

  it('C06 holds the lock after a refusal until the cart no longer stores the payment', async () => {
    const { withLock, isHeld } = createTabLock();
    const { flow, shell } = startPayment(
      [refuse(placeOrder, 'DiscountLimitExceeded'), neverRespond(getDiscounts)],
      null,
      {
        withLock,
      },
    );
    flow.pay({ ...cardOrderForm, discount: { id: 'gruss', value: 200 } });
    await waitFor(() => expect(shell.requests).toContain('GET /api/discounts'));
    expect([isHeld(), flow.get().kind]).toEqual([true, 'waiting']);
  });

  it('orders nothing more where the first has paid and emptied the cart by then', async () => {
    const { withLock } = createTabLock();
    const { flow, shell, place, shows, orderKeys } = startPayment([answer(placeOrder, bankApprovalAnswer)], null, {
      withLock,
    });
    flow.pay(cardOrderForm);
    updateCart(shell, place, (cart) => ({ ...cart, lines: [] }));
    await shows('none');
    expect(orderKeys()).toEqual([]);
  });

  it('holds the lock until the gateway has answered: a browser may show another tab’s storage only later', async () => {
    const { withLock, isHeld } = createTabLock();
    const { flow, orderKeys } = startPayment([neverRespond(placeOrder)], null, { withLock });
    flow.pay(cardOrderForm);
    await waitFor(() => expect(orderKeys()).toHaveLength(1));
    expect(isHeld()).toBe(true);
  });

  it.each([
    ['has answered', answer(placeOrder, bankApprovalAnswer), 'bank'],
    ['can’t be reached', failAsUnreachable(placeOrder), 'waiting'],
  ] as const)(
    'lets go of the lock once the gateway %s, whatever comes then',
    async (_, orderAnswerGiven, expectedKind) => {
      const { withLock, isHeld } = createTabLock();
      const { flow, cart, shows } = startPayment([orderAnswerGiven], null, { withLock });
      flow.pay(cardOrderForm);
      await waitFor(() => expect(cart()?.payment).not.toBeNull());
      await waitFor(() => expect(isHeld()).toBe(false));
      await shows(expectedKind);
      expect(cart()?.payment?.requestKey).toBe('schluessel-1');
    },
  );
});

describe('another tab has paid the order and removed the cart before the live list shows it', () => {
  /** Stores the payment's ids in the cart and then removes the cart, as the tab does in which the diner pays. */
  const payInOtherTab = ({ shell, place }: Pick<ReturnType<typeof startPayment>, 'shell' | 'place'>) => {
    updateCart(shell, place, (cart) => ({
      ...cart,
      payment: cart.payment && { ...cart.payment, payInId: 'payin-1', orderKey: 'bestellung-1' },
    }));
    updateCart(shell, place, () => emptyCart(place.routingName));
  };

  it.each([
    ['card', cardOrderForm, bankApprovalAnswer, 'bank'],
    ['PayPal', paypalOrderForm, paypalApprovalAnswer, 'unapproved'],
  ] as const)('leads to the order paid with %s', async (_, form, orderAnswer, kindBefore) => {
    const { flow, shell, place, shows, leaveSheet, isAtOrder } = startPayment(
      [answer(getPayIn, payInWith('CREATED'), payInWith('SUCCEEDED')), answer(placeOrder, orderAnswer)],
      { ...openPayment, form },
    );
    flow.resume();
    await shows(kindBefore);
    payInOtherTab({ shell, place });
    // Without a cart, the page of the restaurant shows no payment.
    leaveSheet();
    await isAtOrder();
    expect([flow.get().kind, shell.recorded.reloadHolds]).toEqual(['none', 0]);
  });

  it('leads to the order that this tab could not send', async () => {
    const { flow, shell, place, timers, leaveSheet, isAtOrder, orderKeys } = startPayment([
      failAsUnreachable(placeOrder),
      answer(getPayIn, payInWith('SUCCEEDED')),
    ]);
    flow.pay(cardOrderForm);
    await waitFor(() => expect(timers.pendingCount()).toBe(1));
    payInOtherTab({ shell, place });
    leaveSheet();
    await isAtOrder();
    expect(orderKeys()).toHaveLength(1);
  });

  it('asks the gateway once, however often the store changes', async () => {
    const { flow, shell, place, placeAt, shows, leaveSheet } = startPayment(
      [answer(getPayIn, payInWith('CREATED')), answer(placeOrder, bankApprovalAnswer)],
      openPayment,
    );
    flow.resume();
    await shows('bank');
    shell.use(neverRespond(getPayIn));
    payInOtherTab({ shell, place });
    leaveSheet();
    for (const restaurantKey of ['anderswo', 'noch-woanders'])
      updateCart(shell, placeAt(restaurantKey), (cart) => ({ ...cart, meetUp: 'mittag' }));
    const countStatusRequests = () =>
      jest.mocked(shell.apiClient.call).mock.calls.filter(([route]) => route.name === getPayIn.name).length;
    expect(countStatusRequests()).toBe(2);
  });

  it('leads to the order by the live list when the gateway does not answer', async () => {
    const { flow, shell, place, shows, leaveSheet, isAtOrder } = startPayment(
      [answer(getPayIn, payInWith('CREATED')), answer(placeOrder, bankApprovalAnswer)],
      openPayment,
    );
    flow.resume();
    await shows('bank');
    shell.use(failAsUnreachable(getPayIn));
    payInOtherTab({ shell, place });
    leaveSheet();
    await shows('unclear');
    shell.change(meTopic, { kind: 'put', collection: 'orders', key: 'bestellung-1', value: paidOrder });
    await isAtOrder();
    expect([flow.get().kind, shell.recorded.reloadHolds]).toEqual(['none', 0]);
  });
});

describe('another tab has paid the cart with another payment', () => {
  const startAtBank = async () => {
    const startedPayment = startPayment(
      [answer(getPayIn, payInWith('CREATED'), payInWith('FAILED', '101301')), answer(placeOrder, bankApprovalAnswer)],
      openPayment,
    );
    startedPayment.flow.resume();
    await startedPayment.shows('bank');
    return startedPayment;
  };

  it('C06 ends the former payment when the other one begins', async () => {
    const { flow, shell, place } = await startAtBank();
    updateCart(shell, place, (cart) => ({ ...cart, payment: { ...openPayment, requestKey: 'anderer-tab' } }));
    expect([flow.get().kind, shell.recorded.reloadHolds]).toEqual(['none', 0]);
  });

  it('C06 tells of no refusal once the cart is paid and removed', async () => {
    const { shell, place, leaveSheet, shows } = await startAtBank();
    updateCart(shell, place, () => emptyCart(place.routingName));
    leaveSheet();
    await shows('none');
    expect(shell.recorded.navigation).toEqual([]);
  });
});
