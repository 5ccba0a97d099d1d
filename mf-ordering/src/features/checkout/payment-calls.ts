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

const unknown: PaymentVerdict = { type: 'unknown' };

/** Creates the requests for the payment of one cart in one page. */
export const createPaymentCalls = ({ apiClient, payment, runs, onAnswered, endIfGone }: CallsDeps): PaymentCalls => {
  const order: PaymentCalls['order'] = async (sentOrder, run, wasSent) => {
    for (let tries = 0; ; tries += 1) {
      if (endIfGone()) return unknown;
      const answer = await apiClient.call(placeOrderOrText, {
        body: sentOrder.form,
        idempotencyKey: sentOrder.requestKey,
      });
      onAnswered();
      if (runs.isSuperseded(run) || endIfGone()) return unknown;
      if (answer.ok) payment.remember({ ...sentOrder, payInId: answer.value.Id, orderKey: answer.value.orderKey });
      const verdict = verdictOfOrder(answer, { option: sentOrder.form.paymentOption, isRepeat: wasSent || tries > 0 });
      const ms = REPEAT_PAUSES_MS[tries];
      if (verdict.type !== 'unknown' || ms === undefined) return verdict;
      await runs.pause(ms);
      if (runs.isSuperseded(run)) return unknown;
    }
  };
  return {
    order,
    async readPayIn(run) {
      const open = payment.get();
      if (open === null) return unknown;
      if (open.payInId === null) return order(open, run, true);
      return verdictOfStatus(await apiClient.call(getPayIn, { params: { id: open.payInId } }), open.form.paymentOption);
    },
  };
};
