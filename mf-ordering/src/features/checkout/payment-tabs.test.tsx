import { getPayIn, placeOrder } from '@mahlzeit/contract';
import { answer, neverRespond, unreachable } from '@mahlzeit/shared-ui/testing';
import type { WithLock } from '@mahlzeit/shared-ui/platform';
import { waitFor } from '@testing-library/react';
import { updateCart } from '../cart';
import { askedByBank, startPayment, card, openPayment, payIn } from './fake-payment';

beforeEach(() => window.localStorage.clear());

describe('a press in two tabs in the same moment', () => {
  /** Creates a lock that several tabs of one browser share; it also tells whether a tab holds the lock. */
  const createLock = () => {
    let last: Promise<unknown> = Promise.resolve();
    let held = 0;
    const withLock: WithLock = (work) => {
      const next = last
        .then(() => {
          held += 1;
          return work();
        })
        .finally(() => {
          held -= 1;
        });
      last = next;
      return next;
    };
    return { withLock, isHeld: () => held > 0 };
  };

  it('orders once: the second tab takes up the payment of the first', async () => {
    const { withLock } = createLock();
    const [one, other] = [
      startPayment([answer(placeOrder, askedByBank)], null, { withLock }),
      startPayment([answer(getPayIn, payIn('CREATED')), answer(placeOrder, askedByBank)], null, {
        withLock,
        keyName: 'zweiter',
      }),
    ];
    one.flow.pay(card);
    other.flow.pay(card);
    expect([one.flow.get().kind, other.flow.get().kind]).toEqual(['waiting', 'waiting']);
    await one.shows('bank');
    await other.shows('bank');
    expect([one.orderKeys(), other.orderKeys()]).toEqual([['schluessel-1'], ['schluessel-1']]);
  });

  it('orders once where the second tab sees the first tab’s payment in its cart before it has the lock', async () => {
    const { withLock } = createLock();
    const { flow, shell, place, shows, orderKeys } = startPayment(
      [answer(getPayIn, payIn('CREATED')), answer(placeOrder, askedByBank)],
      null,
      { withLock },
    );
    flow.pay(card);
    updateCart(shell, place, (cart) => ({ ...cart, payment: openPayment }));
    flow.resume();
    await shows('bank');
    expect(orderKeys()).toEqual(['frueher']);
  });

  it('asks for another tab’s payment once that tab has its answer', async () => {
    const { withLock } = createLock();
    let answered = (): void => undefined;
    void withLock(() => new Promise<void>((resolve) => (answered = resolve)));
    const { flow, shows, orderKeys } = startPayment(
      [answer(placeOrder, askedByBank)],
      { ...openPayment, payInId: null, orderKey: null },
      { withLock },
    );
    flow.resume();
    await shows('waiting');
    await Promise.resolve();
    expect(orderKeys()).toEqual([]);
    answered();
    await shows('bank');
    expect(orderKeys()).toEqual(['frueher']);
  });

  it('orders nothing more where the first has paid and emptied the cart by then', async () => {
    const { withLock } = createLock();
    const { flow, shell, place, shows, orderKeys } = startPayment([answer(placeOrder, askedByBank)], null, {
      withLock,
    });
    flow.pay(card);
    updateCart(shell, place, (cart) => ({ ...cart, lines: [] }));
    await shows('none');
    expect(orderKeys()).toEqual([]);
  });

  it('holds the lock until the gateway has answered: a browser may show another tab’s storage only later', async () => {
    const { withLock, isHeld } = createLock();
    const { flow, orderKeys } = startPayment([neverRespond(placeOrder)], null, { withLock });
    flow.pay(card);
    await waitFor(() => expect(orderKeys()).toHaveLength(1));
    expect(isHeld()).toBe(true);
  });

  it.each([
    ['has answered', answer(placeOrder, askedByBank), 'bank'],
    ['can’t be reached', unreachable(placeOrder), 'waiting'],
  ] as const)('lets go of the lock once the gateway %s, whatever comes then', async (_, given, kind) => {
    const { withLock, isHeld } = createLock();
    const { flow, cart, shows } = startPayment([given], null, { withLock });
    flow.pay(card);
    await waitFor(() => expect(cart()?.payment).not.toBeNull());
    await waitFor(() => expect(isHeld()).toBe(false));
    await shows(kind);
    expect(cart()?.payment?.requestKey).toBe('schluessel-1');
  });
});
