import { getPayIn } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { OpenPayment } from '../cart';
import { REPEAT_PAUSES_MS } from '../providers';
import type { CartPayment } from './cart-payment';
import { afterLook, afterOrder, placeOrderOrText } from './payment-rules';
import type { PaymentVerdict } from './payment-rules';
import type { PaymentRuns } from './payment-runs';

/** Questions about a payment that the gateway answers. A verdict of a superseded run says nothing. */
export interface PaymentCalls {
  /** Sends the order, again under the same key while its outcome is unknown. `wasSent`: the order was sent before. */
  order(payment: OpenPayment, run: number, wasSent: boolean): Promise<PaymentVerdict>;
  /** Asks once for the payment's status; sends the order again where its payment has no id yet. */
  readPayIn(run: number): Promise<PaymentVerdict>;
}

interface CallsDeps {
  readonly apiClient: ShellApi['apiClient'];
  readonly payment: CartPayment;
  readonly runs: Pick<PaymentRuns, 'isSuperseded' | 'pause'>;
  /** Runs when the gateway has answered an order, or could not be reached. */
  onAnswered(): void;
  /** Ends the payment in this page where the cart no longer holds it; returns whether it did. */
  endIfGone(): boolean;
}

const unknown: PaymentVerdict = { type: 'unknown' };

/** Creates the calls for the payment of one cart in one page. */
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
      const verdict = afterOrder(answer, { option: sentOrder.form.paymentOption, isRepeat: wasSent || tries > 0 });
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
      return afterLook(await apiClient.call(getPayIn, { params: { id: open.payInId } }), open.form.paymentOption);
    },
  };
};
