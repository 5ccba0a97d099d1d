import { getOrder } from '@mahlzeit/contract';
import type { Key } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { parseStored, createStoredText, useAccount, useShell } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect } from 'react';
import { text } from '../../ordering-texts';
import { Cart } from './cart';
import type { Carts } from './cart';

/**
 * Record of a member's open payments. The member's carts are erased when the session ends, but this record stays. No
 * page shows it to other users.
 */
const OpenPaymentRecord = z.object({
  /** Keys of the orders whose payments are open. */
  orderKeys: z.array(z.string()),
  /**
   * Carts whose orders were sent but never answered, by the key of their restaurant. Only the request's key and body
   * can tell whether such an order was placed.
   */
  unansweredCarts: z.record(z.string(), Cart),
});
type OpenPaymentRecord = Readonly<z.infer<typeof OpenPaymentRecord>>;

const storedRecordOf = (owner: string) => createStoredText(() => window.localStorage, `mahlzeit.leftPayments.${owner}`);

const readRecord = (owner: string): OpenPaymentRecord => {
  const parsedRecord = z.safeParse(OpenPaymentRecord, parseStored(storedRecordOf(owner).read()));
  return parsedRecord.success ? parsedRecord.data : { orderKeys: [], unansweredCarts: {} };
};

const isRecordEmpty = ({ orderKeys, unansweredCarts }: OpenPaymentRecord): boolean =>
  orderKeys.length === 0 && Object.keys(unansweredCarts).length === 0;

const writeRecord = (owner: string, paymentRecord: OpenPaymentRecord): void => {
  if (!isRecordEmpty(paymentRecord)) storedRecordOf(owner).write(JSON.stringify(paymentRecord));
  else if (!isRecordEmpty(readRecord(owner))) storedRecordOf(owner).remove();
};

/** Returns the record of the open payments of these carts. */
const recordOf = ({ byRestaurant }: Carts): OpenPaymentRecord => ({
  orderKeys: Object.values(byRestaurant).flatMap(({ payment }) => payment?.orderKey ?? []),
  unansweredCarts: Object.fromEntries(
    Object.entries(byRestaurant).filter(([, { payment }]) => payment !== null && payment.orderKey === null),
  ),
});

/**
 * Updates the record of open payments after a change of the carts: adds open payments, and removes those that the
 * change has settled.
 */
export const recordOpenPayments = (previousCarts: Carts, currentCarts: Carts): void => {
  const { owner } = currentCarts;
  if (owner === null) return;
  const [storedRecord, previousRecord, currentRecord] = [
    readRecord(owner),
    recordOf(previousCarts),
    recordOf(currentCarts),
  ];
  const remainingKeys = storedRecord.orderKeys.filter((key) => !previousRecord.orderKeys.includes(key));
  const remainingCarts = Object.entries(storedRecord.unansweredCarts).filter(
    ([restaurantKey]) => previousRecord.unansweredCarts[restaurantKey] === undefined,
  );
  writeRecord(owner, {
    orderKeys: [...new Set([...remainingKeys, ...currentRecord.orderKeys])],
    unansweredCarts: { ...Object.fromEntries(remainingCarts), ...currentRecord.unansweredCarts },
  });
};

/** Tells the diner of an open payment. Calls `showPayment` if the diner wants to see it. */
const askAboutPayment = async (
  { alert }: Pick<ShellApi, 'alert'>,
  restaurantName: string | undefined,
  showPayment: () => void,
): Promise<void> => {
  const chosenAction = await alert({
    title: text('LeftPaymentTitle'),
    text: text('LeftPaymentText', { name: restaurantName ?? text('LeftPaymentPlace') }),
    actions: [
      { id: 'later', label: text('Ok'), tone: 'safe' },
      { id: 'show', label: text('LeftPaymentShow'), tone: 'primary' },
    ],
  });
  if (chosenAction === 'show') showPayment();
};

/** Access to the carts of this page's user. */
interface CartAccess {
  readCarts(): Carts;
  /** Restores a cart, with its unfinished payment, when the gateway didn't respond to its order. */
  restoreCart(restaurantKey: Key, cart: Cart): void;
}

/**
 * Reminds a member who logs in again of payments that are still open, so that the member doesn't pay twice. Asks once
 * for each session. If an order was never answered, its cart is restored, and the request is repeated there with the
 * same idempotency key.
 */
export const useOpenPaymentReminder = ({ readCarts, restoreCart }: CartAccess): void => {
  const shell = useShell();
  const account = useAccount();
  const uid = account?.verified === true ? account.uid : null;
  useEffect(() => {
    if (uid === null) return undefined;
    const abortController = new AbortController();
    const askAboutOpenPayments = async (): Promise<void> => {
      const { navigation } = shell;
      const recordOfCarts = recordOf(readCarts());
      const { orderKeys, unansweredCarts } = readRecord(uid);
      for (const [restaurantKey, cart] of Object.entries(unansweredCarts)) {
        if (recordOfCarts.unansweredCarts[restaurantKey] !== undefined) continue;
        restoreCart(restaurantKey, cart);
        await askAboutPayment(shell, undefined, () => navigation.open('details', cart.routingName, 'cart'));
        if (abortController.signal.aborted) return;
      }
      for (const orderKey of orderKeys.filter((key) => !recordOfCarts.orderKeys.includes(key))) {
        const orderAnswer = await shell.apiClient.call(getOrder, { params: { orderKey } }, abortController.signal);
        if (abortController.signal.aborted) return;
        const isPaymentOpen =
          orderAnswer.ok &&
          (orderAnswer.value.paymentStatus === 'CREATED' || orderAnswer.value.paymentStatus === 'UNKNOWN');
        if (isPaymentOpen)
          await askAboutPayment(shell, orderAnswer.value.restaurant?.name, () => navigation.open('order', orderKey));
        else if (orderAnswer.ok || orderAnswer.error.status === 404) {
          const latestRecord = readRecord(uid);
          writeRecord(uid, { ...latestRecord, orderKeys: latestRecord.orderKeys.filter((key) => key !== orderKey) });
        }
      }
    };
    // Callers don't wait for the question: after a failure the next visit asks again.
    void askAboutOpenPayments();
    return () => abortController.abort();
  }, [shell, uid, readCarts, restoreCart]);
};
