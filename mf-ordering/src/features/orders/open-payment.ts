import { abandonOrder, captureOrder, paymentOptionFacts } from '@mahlzeit/contract';
import type { Order, Result } from '@mahlzeit/contract';
import { useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { loadFailureText } from '../providers';
import { showLoadedOrder } from './live-orders';

/** Actions on an order whose payment is open. They are available on every device of the diner. */
interface OpenPaymentActions {
  readonly isBusy: boolean;
  /** Charges a payment that the diner has approved; null for a payment that the bank finishes by itself. */
  readonly finish: (() => void) | null;
  /** Cancels the payment, so that the order can be paid in another way. */
  giveUp(): void;
}

/**
 * Returns the actions with which a diner ends an open payment that they left unfinished in another browser or on
 * another device.
 */
export const useOpenPaymentActions = ({ key, payInId, paymentOption }: Order): OpenPaymentActions => {
  const { apiClient, snackbar, store } = useShell();
  const { isBusy, run } = useSingleFlight();
  const params = { payInId };
  const showAnswer = async (orderAnswer: Result<Order, ApiError>): Promise<void> => {
    if (orderAnswer.ok) await showLoadedOrder(store, key, orderAnswer.value);
    else snackbar({ tone: 'error', text: (await loadFailureText(orderAnswer.error)).text });
  };
  return {
    isBusy,
    // The promises aren't awaited: the buttons show that a request runs, and a message shows errors.
    finish:
      payInId === '' || paymentOptionFacts(paymentOption).capturedBy !== 'gateway'
        ? null
        : () => run(async () => showAnswer(await apiClient.call(captureOrder, { params }))),
    giveUp: () => run(async () => showAnswer(await apiClient.call(abandonOrder, { params }))),
  };
};
