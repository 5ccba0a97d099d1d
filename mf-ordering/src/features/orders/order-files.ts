import { getOrderCalendar, getReceipt } from '@mahlzeit/contract';
import type { FileAnswer, Order, Result } from '@mahlzeit/contract';
import { saveFile, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { text } from './order-labels';

/** A file of an order, and the way to get it. */
interface OrderFile {
  readonly isBusy: boolean;
  /** Saves it; a second press while it is on its way does nothing. */
  save(): void;
}

interface FileSource {
  readonly ask: () => Promise<Result<FileAnswer, ApiError>>;
  readonly type: string;
  /** Name under which it is saved where the gateway gives none. */
  readonly name: string;
  /** What to say of an error that has no words of its own. */
  readonly failure: string;
}

const failureOf = ({ code }: ApiError, failure: string): string => {
  switch (code) {
    case 'OrderNotFound':
      return text('OrderGone');
    case 'unpaid':
      return text('ReceiptUnpaidText');
    case 'ErrorTooManyAttempts':
      return text('FileTooOften');
    default:
      return failure;
  }
};

// Files need the session's token, so that a link can't fetch them.
const useFile = ({ ask, type, name, failure }: FileSource): OrderFile => {
  const { snackbar, track } = useShell();
  const { isBusy, run } = useSingleFlight();
  const load = async (): Promise<void> => {
    const file = await track(ask());
    if (file.ok) saveFile(file.value.name ?? name, new Blob([new Uint8Array(file.value.bytes)], { type }));
    else snackbar({ tone: 'error', text: failureOf(file.error, failure) });
  };
  return { isBusy, save: () => run(load) };
};

/** The order for a calendar. */
export const useCalendarFile = ({ key, orderId }: Pick<Order, 'key' | 'orderId'>): OrderFile => {
  const { apiClient } = useShell();
  return useFile({
    ask: () => apiClient.call(getOrderCalendar, { params: { orderKey: key } }),
    type: 'text/calendar',
    name: `${text('CalendarFileName', { number: orderId })}.ics`,
    failure: text('CalendarFailed'),
  });
};

/** Its receipt, to keep. */
export const useReceiptFile = ({
  key,
  number,
}: {
  readonly key: string;
  /** Number of the receipt. */ readonly number: string;
}): OrderFile => {
  const { apiClient } = useShell();
  // A file can't be called by a name with a slash in it.
  return useFile({
    ask: () => apiClient.call(getReceipt, { params: { orderKey: key } }),
    type: 'application/pdf',
    name: `${text('ReceiptFileName', { number: number.replaceAll('/', '-') })}.pdf`,
    failure: text('ReceiptFailed'),
  });
};
