import { getOrderCalendar, getReceipt } from '@mahlzeit/contract';
import type { FileAnswer, Order, Result } from '@mahlzeit/contract';
import { saveFile, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { text } from './order-labels';

/** File that belongs to an order, and the function that saves it. */
interface OrderFile {
  readonly isBusy: boolean;
  /** Loads and saves the file; a second press while the file is loading does nothing. */
  save(): void;
}

interface OrderFileSource {
  readonly requestFile: () => Promise<Result<FileAnswer, ApiError>>;
  readonly mimeType: string;
  /** File name that is used only if the gateway's response contains none. */
  readonly fallbackName: string;
  /** German text for errors that have no text of their own. */
  readonly fallbackText: string;
}

const failureTextOf = ({ code }: ApiError, failureText: string): string => {
  switch (code) {
    case 'OrderNotFound':
      return text('OrderGone');
    case 'unpaid':
      return text('ReceiptUnpaidText');
    case 'ErrorTooManyAttempts':
      return text('FileTooOften');
    default:
      return failureText;
  }
};

// Loads the file with a request instead of a link, because the request needs the session's token.
const useOrderFile = ({ requestFile, mimeType, fallbackName, fallbackText }: OrderFileSource): OrderFile => {
  const { snackbar, track } = useShell();
  const { isBusy, run } = useSingleFlight();
  const loadAndSave = async (): Promise<void> => {
    const fileAnswer = await track(requestFile());
    if (fileAnswer.ok)
      saveFile(
        fileAnswer.value.name ?? fallbackName,
        new Blob([new Uint8Array(fileAnswer.value.bytes)], { type: mimeType }),
      );
    else snackbar({ tone: 'error', text: failureTextOf(fileAnswer.error, fallbackText) });
  };
  return { isBusy, save: () => run(loadAndSave) };
};

/** Returns the calendar file of an order, and the function that saves it. */
export const useCalendarFile = ({ key, orderId }: Pick<Order, 'key' | 'orderId'>): OrderFile => {
  const { apiClient } = useShell();
  return useOrderFile({
    requestFile: () => apiClient.call(getOrderCalendar, { params: { orderKey: key } }),
    mimeType: 'text/calendar',
    fallbackName: `${text('CalendarFileName', { number: orderId })}.ics`,
    fallbackText: text('CalendarFailed'),
  });
};

/** Returns the PDF of an order's receipt, and the function that saves it. */
export const useReceiptFile = ({
  key,
  number,
}: {
  readonly key: string;
  /** Number of the receipt, used in the name of the file. */ readonly number: string;
}): OrderFile => {
  const { apiClient } = useShell();
  // Slashes in the receipt's number are replaced, because a file name can't contain them.
  return useOrderFile({
    requestFile: () => apiClient.call(getReceipt, { params: { orderKey: key } }),
    mimeType: 'application/pdf',
    fallbackName: `${text('ReceiptFileName', { number: number.replaceAll('/', '-') })}.pdf`,
    fallbackText: text('ReceiptFailed'),
  });
};
