import { getPayIn } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { OpenPayment } from '../cart';
import { REQUEST_REPEAT_PAUSES_MS } from '../providers';
import type { CartPayment } from './cart-payment';
import { verdictOfStatus, verdictOfOrder, placeOrderOrText } from './payment-rules';
import type { PaymentVerdict } from './payment-rules';
import type { PaymentRuns } from './payment-runs';

/**
 * Sends the requests about a payment to the gateway. If a newer run has superseded the run of a request, the returned
 * verdict is meaningless.
 */
export interface PaymentCalls {
  /**
   * Sends the order. Retries under the same idempotency key while the outcome is unknown. `wasSent`: the order was
   * already sent before this call.
   */
  order(payment: OpenPayment, runNumber: number, wasSent: boolean): Promise<PaymentVerdict>;
  /** Requests the status of the payment once. When the payment has no id yet, sends the order again instead. */
  readPayIn(run: number): Promise<PaymentVerdict>;
}

interface PaymentCallsDeps {
  readonly apiClient: ShellApi['apiClient'];
  readonly payment: CartPayment;
  readonly runs: Pick<PaymentRuns, 'isSuperseded' | 'pause'>;
  /** Called when the outcome of an order stays unknown, before it is sent again. */
  onUnanswered(): void;
  /** Stops the payment in this page if the cart no longer stores it. Returns whether the payment was stopped. */
  endIfGone(): boolean;
}

const unknownVerdict: PaymentVerdict = { type: 'unknown' };

/**
 * Creates the functions that send the requests for one cart's payment in one page. They end early, with an unknown
 * outcome, if a newer run of the payment supersedes their run.
 */
export const createPaymentCalls = ({
  apiClient,
  payment,
  runs,
  onUnanswered,
  endIfGone,
}: PaymentCallsDeps): PaymentCalls => {
  const sendOrder: PaymentCalls['order'] = async (sentOrder, runNumber, wasSent) => {
    for (let attemptCount = 0; ; attemptCount += 1) {
      if (endIfGone()) return unknownVerdict;
      const orderAnswer = await apiClient.call(placeOrderOrText, {
        body: sentOrder.form,
        idempotencyKey: sentOrder.requestKey,
      });
      if (runs.isSuperseded(runNumber) || endIfGone()) return unknownVerdict;
      if (orderAnswer.ok)
        payment.openAndStore({ ...sentOrder, payInId: orderAnswer.value.Id, orderKey: orderAnswer.value.orderKey });
      const orderVerdict = verdictOfOrder(orderAnswer, {
        option: sentOrder.form.paymentOption,
        isRepeat: wasSent || attemptCount > 0,
      });
      const pauseMs = REQUEST_REPEAT_PAUSES_MS[attemptCount];
      if (orderVerdict.type !== 'unknown' || pauseMs === undefined) return orderVerdict;
      onUnanswered();
      await runs.pause(pauseMs);
      if (runs.isSuperseded(runNumber)) return unknownVerdict;
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
