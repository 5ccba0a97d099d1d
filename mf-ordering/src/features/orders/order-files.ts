import { getOrderCalendar, getReceipt } from '@mahlzeit/contract';
import type { FileAnswer, Order, Result } from '@mahlzeit/contract';
import { saveFile, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { text } from './order-labels';

/** File of an order, and the function that saves it. */
interface OrderFile {
  readonly isBusy: boolean;
  /** Saves the file; a second press while it is loading does nothing. */
  save(): void;
}

interface FileSource {
  readonly requestFile: () => Promise<Result<FileAnswer, ApiError>>;
  readonly type: string;
  /** Name under which the file is saved where the gateway names none. */
  readonly name: string;
  /** Text for an error that has no text of its own. */
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

// Files need the session's token, so a link can't fetch them.
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

/** Returns the calendar file of the order. */
export const useCalendarFile = ({ key, orderId }: Pick<Order, 'key' | 'orderId'>): OrderFile => {
  const { apiClient } = useShell();
  return useFile({
    requestFile: () => apiClient.call(getOrderCalendar, { params: { orderKey: key } }),
    type: 'text/calendar',
    name: `${text('CalendarFileName', { number: orderId })}.ics`,
    failure: text('CalendarFailed'),
  });
};

/** Returns the receipt's file. */
export const useReceiptFile = ({
  key,
  number,
}: {
  readonly key: string;
  /** Number of the receipt. */ readonly number: string;
}): OrderFile => {
  const { apiClient } = useShell();
  // A file's name can't contain a slash.
  return useFile({
    requestFile: () => apiClient.call(getReceipt, { params: { orderKey: key } }),
    type: 'application/pdf',
    name: `${text('ReceiptFileName', { number: number.replaceAll('/', '-') })}.pdf`,
    failure: text('ReceiptFailed'),
  });
};
