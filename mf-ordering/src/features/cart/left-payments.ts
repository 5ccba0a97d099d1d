import { getOrder } from '@mahlzeit/contract';
import type { Key, Order } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { parseStored, createStoredText, useAccount, useShell } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect } from 'react';
import { text } from '../../ordering-texts';
import type { Carts } from './cart';

/**
 * Record of a member's orders whose payments are open. The member's carts are erased when the session ends, but this
 * record stays. It tells other users nothing.
 */
const OpenPaymentRecord = z.object({ owner: z.string(), orderKeys: z.array(z.string()) });

const storedPaymentRecord = createStoredText(() => window.localStorage, 'mahlzeit.leftPayments');

const readRecordedKeys = (cartsOwner: string): readonly Key[] => {
  const parsedRecord = z.safeParse(OpenPaymentRecord, parseStored(storedPaymentRecord.read()));
  return parsedRecord.success && parsedRecord.data.owner === cartsOwner ? parsedRecord.data.orderKeys : [];
};

const writeRecordedKeys = (owner: string, orderKeys: readonly Key[]): void => {
  if (orderKeys.length > 0) storedPaymentRecord.write(JSON.stringify({ owner, orderKeys }));
  else if (readRecordedKeys(owner).length > 0) storedPaymentRecord.remove();
};

/** Returns the keys of the orders with open payments in the given carts. */
const openOrderKeys = ({ byRestaurant }: Carts): readonly Key[] =>
  Object.values(byRestaurant).flatMap(({ payment }) => payment?.orderKey ?? []);

/**
 * Updates the record after a change of the carts: adds open payments, and removes those that the change has settled.
 */
export const recordOpenPayments = (previousCarts: Carts, currentCarts: Carts): void => {
  const { owner } = currentCarts;
  if (owner === null) return;
  const [previousKeys, currentKeys] = [openOrderKeys(previousCarts), openOrderKeys(currentCarts)];
  writeRecordedKeys(owner, [
    ...new Set([...readRecordedKeys(owner).filter((key) => !previousKeys.includes(key)), ...currentKeys]),
  ]);
};

const askAboutOrder = async (
  { alert, navigation }: Pick<ShellApi, 'alert' | 'navigation'>,
  { key, restaurant }: Order,
): Promise<void> => {
  const chosenAction = await alert({
    title: text('LeftPaymentTitle'),
    text: text('LeftPaymentText', { name: restaurant?.name ?? text('LeftPaymentPlace') }),
    actions: [
      { id: 'later', label: text('Ok'), tone: 'safe' },
      { id: 'show', label: text('LeftPaymentShow'), tone: 'primary' },
    ],
  });
  if (chosenAction === 'show') navigation.open('order', key);
};

/**
 * Reminds a member who logs in again of payments that are still open, so that the member doesn't pay twice. Asks once
 * for each session.
 */
export const useOpenPaymentReminder = (readCarts: () => Carts): void => {
  const shell = useShell();
  const account = useAccount();
  const uid = account?.verified === true ? account.uid : null;
  useEffect(() => {
    if (uid === null) return undefined;
    const abortController = new AbortController();
    const askAboutOpenPayments = async (): Promise<void> => {
      const orderKeys = openOrderKeys(readCarts());
      for (const orderKey of readRecordedKeys(uid).filter((key) => !orderKeys.includes(key))) {
        const orderAnswer = await shell.apiClient.call(getOrder, { params: { orderKey } }, abortController.signal);
        if (abortController.signal.aborted) return;
        const isPaymentOpen =
          orderAnswer.ok &&
          (orderAnswer.value.paymentStatus === 'CREATED' || orderAnswer.value.paymentStatus === 'UNKNOWN');
        if (isPaymentOpen) await askAboutOrder(shell, orderAnswer.value);
        else if (orderAnswer.ok || orderAnswer.error.status === 404)
          writeRecordedKeys(
            uid,
            readRecordedKeys(uid).filter((key) => key !== orderKey),
          );
      }
    };
    // Nothing awaits the promise: after a failure the next visit asks again.
    void askAboutOpenPayments();
    return () => abortController.abort();
  }, [shell, uid, readCarts]);
};
