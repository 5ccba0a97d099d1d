import { getPayIn, meTopic, placeOrder } from '@mahlzeit/contract';
import { answer, answerWith, createManualTimers, neverRespond, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act } from '@testing-library/react';
import { removePaidCart, updateCart, useSharedCarts } from '../cart';
import {
  bankApprovalAnswer,
  cardOrderForm,
  openPayment,
  orderAnswerWith,
  paidOrder,
  payInWith,
  paypalApprovalAnswer,
  paypalOrderForm,
  startPayment,
} from './fake-payment';

type Tab = ReturnType<typeof startPayment>;

beforeEach(() => window.localStorage.clear());

/** Pays the cart as another tab does that receives the success before this tab. */
const payInOtherTab = ({ shell, place }: Pick<Tab, 'shell' | 'place'>): void =>
  removePaidCart(shell, place, 'bestellung-1');

it('leads to an order whose payment id this tab has never seen', async () => {
  const { flow, shell, place, shows, orderKeys, isAtOrder } = startPayment([], {
    ...openPayment,
    payInId: null,
    orderKey: null,
  });
  flow.resume();
  await shows('waiting');
  payInOtherTab({ shell, place });
  await isAtOrder();
  expect([flow.get().kind, orderKeys(), shell.recorded.reloadHolds]).toEqual(['none', [], 0]);
});

it('leads to the order where the lock becomes free only after the cart is gone', async () => {
  let releaseLock = (): void => undefined;
  const freeLock = new Promise<void>((resolve) => (releaseLock = resolve));
  const { flow, shell, place, orderKeys, isAtOrder } = startPayment([], null, {
    withLock: (lockedWork) => freeLock.then(lockedWork),
  });
  flow.pay(cardOrderForm);
  // The other tab has a store of its own, so this tab isn't told of the change.
  const otherTab = startPayment([], openPayment);
  payInOtherTab(otherTab);
  releaseLock();
  await isAtOrder();
  expect([flow.get().kind, orderKeys(), place]).toEqual(['none', [], otherTab.place]);
  expect(shell.recorded.reloadHolds).toBe(0);
});

it('leads to no order that was paid before the press', async () => {
  const { flow, shell, place, placeAt, shows } = startPayment([], openPayment);
  payInOtherTab({ shell, place });
  updateCart(shell, placeAt('elbkantine'), (cart) => ({ ...cart, meetUp: 'mittag' }));
  flow.pay(cardOrderForm);
  await shows('none');
  expect(shell.recorded.navigation).toEqual([]);
});

it('leads to the order that another tab pays while this tab sends it again', async () => {
  const { flow, isAtOrder } = startPayment(
    [
      answer(getPayIn, payInWith('CREATED')),
      answerWith(placeOrder, () => {
        // The other tab has a store of its own, so this tab learns of the changed storage only after the response.
        payInOtherTab(startPayment([], openPayment));
        return orderAnswerWith({ Status: 'SUCCEEDED' });
      }),
    ],
    openPayment,
  );
  flow.resume();
  await isAtOrder();
});

describe('live frames come late', () => {
  const CartSharingPage = ({ shell }: Pick<Tab, 'shell'>) => {
    useSharedCarts(shell);
    return null;
  };
  /** Sends the browser's storage event to all tabs. A page without a cart then no longer shows a payment. */
  const emitStorageEvent = (tabs: readonly Tab[]): void => {
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
    for (const { cart, leaveSheet } of tabs) if (cart() === null) leaveSheet();
  };
  const framesAfterMs = [0, 1_000, 4_000].flatMap((first) =>
    [0, 1_000, 4_000].filter((second) => second !== first).map((second) => [first, second] as const),
  );
  const payments = [
    { option: 'card', form: cardOrderForm, orderAnswer: bankApprovalAnswer, kindBefore: 'bank' },
    { option: 'PayPal', form: paypalOrderForm, orderAnswer: paypalApprovalAnswer, kindBefore: 'unapproved' },
  ];

  it.each(framesAfterMs.flatMap(([first, second]) => payments.map((payment) => ({ first, second, ...payment }))))(
    'both tabs lead to the order paid with $option, frames after $first and $second ms',
    async ({ first, second, form, orderAnswer, kindBefore }) => {
      const tabs = [0, 1].map(() =>
        startPayment([answer(getPayIn, payInWith('CREATED')), answer(placeOrder, orderAnswer)], {
          ...openPayment,
          form,
        }),
      );
      for (const { shell, flow, shows } of tabs) {
        renderWithShell(<CartSharingPage shell={shell} />, { shell });
        flow.resume();
        await shows(kindBefore);
        // From now on the page learns about the payment only from the live topic and the storage.
        shell.use(neverRespond(getPayIn));
      }
      const frameTimers = createManualTimers();
      for (const [index, delayMs] of [first, second].entries())
        frameTimers.after(delayMs, () => {
          tabs[index]?.shell.change(meTopic, {
            kind: 'put',
            collection: 'orders',
            key: 'bestellung-1',
            value: paidOrder,
          });
          emitStorageEvent(tabs);
        });
      frameTimers.advance(Math.min(first, second));
      for (const { isAtOrder } of tabs) await isAtOrder();
      frameTimers.advance(Math.max(first, second));
      for (const { flow, shell } of tabs) {
        expect([flow.get().kind, shell.recorded.reloadHolds]).toEqual(['none', 0]);
        expect(shell.recorded.navigation).toHaveLength(1);
        expect(shell.recorded.snackbars).toEqual([]);
      }
    },
  );
});
