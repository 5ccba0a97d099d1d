import { getOrderCalendar, getReceipt } from '@mahlzeit/contract';
import type { FileAnswer, Order, Result } from '@mahlzeit/contract';
import { saveFile, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { text } from './order-labels';

/** File of an order, and the function that saves it. */
interface OrderFile {
  readonly isBusy: boolean;
  /** Loads and saves the file; a second press while the file is loading does nothing. */
  save(): void;
}

interface FileSource {
  readonly requestFile: () => Promise<Result<FileAnswer, ApiError>>;
  readonly type: string;
  /** File name; used only when the gateway's response contains none. */
  readonly name: string;
  /** Text for errors that have no text of their own. */
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

// Loads the file with a request instead of a link, because the request needs the session's token.
const useFile = ({ requestFile, type, name, failure }: FileSource): OrderFile => {
  const { snackbar, track } = useShell();
  const { isBusy, run } = useSingleFlight();
  const load = async (): Promise<void> => {
    const file = await track(requestFile());
    if (file.ok) saveFile(file.value.name ?? name, new Blob([new Uint8Array(file.value.bytes)], { type }));
    else snackbar({ tone: 'error', text: failureOf(file.error, failure) });
  };
  return { isBusy, save: () => run(load) };
};

/** Returns the calendar file of the order, and the function that saves it. */
export const useCalendarFile = ({ key, orderId }: Pick<Order, 'key' | 'orderId'>): OrderFile => {
  const { apiClient } = useShell();
  return useFile({
    requestFile: () => apiClient.call(getOrderCalendar, { params: { orderKey: key } }),
    type: 'text/calendar',
    name: `${text('CalendarFileName', { number: orderId })}.ics`,
    failure: text('CalendarFailed'),
  });
};

/** Returns the PDF of the receipt, and the function that saves it. */
export const useReceiptFile = ({
  key,
  number,
}: {
  readonly key: string;
  /** Number of the receipt. */ readonly number: string;
}): OrderFile => {
  const { apiClient } = useShell();
  // Slashes are replaced, because a file name can't contain them.
  return useFile({
    requestFile: () => apiClient.call(getReceipt, { params: { orderKey: key } }),
    type: 'application/pdf',
    name: `${text('ReceiptFileName', { number: number.replaceAll('/', '-') })}.pdf`,
    failure: text('ReceiptFailed'),
  });
};
