import type { Key } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../../ordering-texts';

/** Tells the diner that an order is paid, with a button that opens it. */
export const announcePaidOrder = (
  { snackbar, navigation }: Pick<ShellApi, 'snackbar' | 'navigation'>,
  orderKey: Key,
): void =>
  snackbar({
    tone: 'success',
    text: text('OrderPaid'),
    action: { label: text('OrderPaidShow'), run: () => navigation.open('order', orderKey) },
  });
