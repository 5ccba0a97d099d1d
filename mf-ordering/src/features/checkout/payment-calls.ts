import { getPayIn } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { OpenPayment } from '../cart';
import { REPEAT_PAUSES_MS } from '../providers';
import type { CartPayment } from './cart-payment';
import { verdictOfStatus, verdictOfOrder, placeOrderOrText } from './payment-rules';
import type { PaymentVerdict } from './payment-rules';
import type { PaymentRuns } from './payment-runs';

/** Requests to the gateway about a payment. When the run is superseded, the returned verdict is meaningless. */
export interface PaymentCalls {
  /**
   * Sends the order. Retries under the same idempotency key while the outcome is unknown. `wasSent`: the order was
   * already sent before this call.
   */
  order(payment: OpenPayment, run: number, wasSent: boolean): Promise<PaymentVerdict>;
  /** Requests the status of the payment once. When the payment has no id yet, sends the order again instead. */
  readPayIn(run: number): Promise<PaymentVerdict>;
}

interface CallsDeps {
  readonly apiClient: ShellApi['apiClient'];
  readonly payment: CartPayment;
  readonly runs: Pick<PaymentRuns, 'isSuperseded' | 'pause'>;
  /** Called when the gateway has responded to an order, or could not be reached. */
  onAnswered(): void;
  /** Stops the payment in this page if the cart no longer stores it. Returns whether it did. */
  endIfGone(): boolean;
}

const unknownVerdict: PaymentVerdict = { type: 'unknown' };

/** Creates the requests for the payment of one cart in one page. */
export const createPaymentCalls = ({ apiClient, payment, runs, onAnswered, endIfGone }: CallsDeps): PaymentCalls => {
  const sendOrder: PaymentCalls['order'] = async (sentOrder, run, wasSent) => {
    for (let tryCount = 0; ; tryCount += 1) {
      if (endIfGone()) return unknownVerdict;
      const answer = await apiClient.call(placeOrderOrText, {
        body: sentOrder.form,
        idempotencyKey: sentOrder.requestKey,
      });
      onAnswered();
      if (runs.isSuperseded(run) || endIfGone()) return unknownVerdict;
      if (answer.ok) payment.openAndStore({ ...sentOrder, payInId: answer.value.Id, orderKey: answer.value.orderKey });
      const verdict = verdictOfOrder(answer, {
        option: sentOrder.form.paymentOption,
        isRepeat: wasSent || tryCount > 0,
      });
      const pauseMs = REPEAT_PAUSES_MS[tryCount];
      if (verdict.type !== 'unknown' || pauseMs === undefined) return verdict;
      await runs.pause(pauseMs);
      if (runs.isSuperseded(run)) return unknownVerdict;
    }
  };
  return {
    order: sendOrder,
    async readPayIn(run) {
      const openPayment = payment.get();
      if (openPayment === null) return unknownVerdict;
      if (openPayment.payInId === null) return sendOrder(openPayment, run, true);
      return verdictOfStatus(
        await apiClient.call(getPayIn, { params: { id: openPayment.payInId } }),
        openPayment.form.paymentOption,
      );
    },
  };
};
