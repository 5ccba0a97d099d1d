import { getOrder } from '@mahlzeit/contract';
import type { Key, Order } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { parseStored, storedText, useAccount, useShell } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect } from 'react';
import { text } from '../../ordering-texts';
import type { Carts } from './cart';

/**
 * Record of a member's orders whose payments are open. The member's carts are erased when the session ends, but this
 * record stays. It tells other users nothing.
 */
const OpenPaymentRecord = z.object({ owner: z.string(), orderKeys: z.array(z.string()) });

const storedRecord = storedText(() => window.localStorage, 'mahlzeit.leftPayments');

const readRecordedKeys = (owner: string): readonly Key[] => {
  const parsedRecord = z.safeParse(OpenPaymentRecord, parseStored(storedRecord.read()));
  return parsedRecord.success && parsedRecord.data.owner === owner ? parsedRecord.data.orderKeys : [];
};

const writeRecordedKeys = (owner: string, orderKeys: readonly Key[]): void => {
  if (orderKeys.length > 0) storedRecord.write(JSON.stringify({ owner, orderKeys }));
  else if (readRecordedKeys(owner).length > 0) storedRecord.remove();
};

/** Returns the keys of the orders with open payments in the given carts. */
const openOrderKeys = ({ byRestaurant }: Carts): readonly Key[] =>
  Object.values(byRestaurant).flatMap(({ payment }) => payment?.orderKey ?? []);

/**
 * Updates the record after a change of the carts: adds open payments, and removes those that the change has settled.
 */
export const recordOpenPayments = (before: Carts, after: Carts): void => {
  const { owner } = after;
  if (owner === null) return;
  const [previousKeys, currentKeys] = [openOrderKeys(before), openOrderKeys(after)];
  writeRecordedKeys(owner, [
    ...new Set([...readRecordedKeys(owner).filter((key) => !previousKeys.includes(key)), ...currentKeys]),
  ]);
};

const askAboutOrder = async (
  { alert, navigation }: Pick<ShellApi, 'alert' | 'navigation'>,
  { key, restaurant }: Order,
): Promise<void> => {
  const answer = await alert({
    title: text('LeftPaymentTitle'),
    text: text('LeftPaymentText', { name: restaurant?.name ?? text('LeftPaymentPlace') }),
    actions: [
      { id: 'later', label: text('Ok'), tone: 'safe' },
      { id: 'show', label: text('LeftPaymentShow'), tone: 'primary' },
    ],
  });
  if (answer === 'show') navigation.open('order', key);
};

/**
 * Reminds a member who logs in again of payments that are still open, so that the member doesn't pay twice. Asks once
 * for each session.
 */
export const useOpenPaymentReminder = (carts: () => Carts): void => {
  const shell = useShell();
  const account = useAccount();
  const uid = account?.verified === true ? account.uid : null;
  useEffect(() => {
    if (uid === null) return undefined;
    const abortController = new AbortController();
    const askAboutOpenPayments = async (): Promise<void> => {
      const orderKeys = openOrderKeys(carts());
      for (const orderKey of readRecordedKeys(uid).filter((key) => !orderKeys.includes(key))) {
        const order = await shell.apiClient.call(getOrder, { params: { orderKey } }, abortController.signal);
        if (abortController.signal.aborted) return;
        const isPaymentOpen =
          order.ok && (order.value.paymentStatus === 'CREATED' || order.value.paymentStatus === 'UNKNOWN');
        if (isPaymentOpen) await askAboutOrder(shell, order.value);
        else if (order.ok || order.error.status === 404)
          writeRecordedKeys(
            uid,
            readRecordedKeys(uid).filter((key) => key !== orderKey),
          );
      }
    };
    // Nothing awaits the promise: after a failure the next visit asks again.
    void askAboutOpenPayments();
    return () => abortController.abort();
  }, [shell, uid, carts]);
};
