import { getPayIn } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { OpenPayment } from '../cart';
import { REPEAT_PAUSES_MS } from '../providers';
import type { CartPayment } from './cart-payment';
import { afterLook, afterOrder, placeOrderOrText } from './payment-rules';
import type { PaymentVerdict } from './payment-rules';
import type { PaymentTurns } from './payment-turns';

/**
 * What the gateway is asked of a payment. Whoever asks looks afterwards whether their turn is over: then the verdict
 * says nothing.
 */
export interface PaymentCalls {
  /** Sends the order; again and again under the same key, as long as nobody knows. `wasSent`: it was before. */
  order(payment: OpenPayment, turn: number, wasSent: boolean): Promise<PaymentVerdict>;
  /** Asks once how it stands: the provider, or where nobody has told its payment yet, by the order itself. */
  look(turn: number): Promise<PaymentVerdict>;
}

interface CallsDeps {
  readonly apiClient: ShellApi['apiClient'];
  readonly payment: CartPayment;
  readonly turns: Pick<PaymentTurns, 'isOver' | 'pause'>;
  /** The gateway has answered an order, or nobody could be reached. */
  onAnswered(): void;
  /** Ends the payment in this page where its cart holds it no more. */
  endIfGone(): boolean;
}

const unknown: PaymentVerdict = { kind: 'unknown' };

/** The calls for the payment of one cart in one page. */
export const createPaymentCalls = ({ apiClient, payment, turns, onAnswered, endIfGone }: CallsDeps): PaymentCalls => {
  const order: PaymentCalls['order'] = async (sent, turn, wasSent) => {
    for (let tries = 0; ; tries += 1) {
      if (endIfGone()) return unknown;
      const answered = await apiClient.call(placeOrderOrText, { body: sent.form, idempotencyKey: sent.requestKey });
      onAnswered();
      if (turns.isOver(turn) || endIfGone()) return unknown;
      if (answered.ok) payment.remember({ ...sent, payInId: answered.value.Id, orderKey: answered.value.orderKey });
      const verdict = afterOrder(answered, { option: sent.form.paymentOption, isRepeat: wasSent || tries > 0 });
      const ms = REPEAT_PAUSES_MS[tries];
      if (verdict.kind !== 'unknown' || ms === undefined) return verdict;
      await turns.pause(ms);
      if (turns.isOver(turn)) return unknown;
    }
  };
  return {
    order,
    async look(turn) {
      const open = payment.get();
      if (open === null) return unknown;
      if (open.payInId === null) return order(open, turn, true);
      return afterLook(await apiClient.call(getPayIn, { params: { id: open.payInId } }), open.form.paymentOption);
    },
  };
};
