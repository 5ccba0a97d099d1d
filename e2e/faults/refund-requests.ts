import { randomUUID } from 'node:crypto';
import { Order } from '@mahlzeit/contract';
import { injectFault } from '../../api-gateway/src/modules/ordering/testing/counter';
import { createBrowser } from '../../api-gateway/src/modules/identity/testing/people';
import type { Diner } from './diner';
import type { RefundPlan, RoundPlan } from './fault-plan';
import type { FaultWorld } from './fault-world';
import { retryUntilAnswered, sendUntilSettled } from './retries';

/**
 * Refund that the restaurant requested. `status` is the HTTP status that the restaurant received in the end; null when
 * it stopped retrying before the outcome was known.
 */
export interface RequestedRefund {
  readonly orderKey: string;
  readonly amount: number;
  readonly status: number | null;
}

/**
 * Requests the refunds of a plan as the restaurant does, with retries after broken connections; returns each refund
 * with its final status.
 */
const requestRefunds = async (
  world: FaultWorld,
  { orderKey, total }: { readonly orderKey: string; readonly total: number },
  { amounts, isDoubled, death, form }: RefundPlan,
): Promise<readonly RequestedRefund[]> => {
  if (form !== null) await injectFault(world, form);
  if (death !== null) world.killGatewayAt(death);
  const browser = createBrowser(world.url);
  const requestRefund = async (amount: number, refundKey: string): Promise<number | null> => {
    const requestOptions = {
      token: world.partnerToken,
      body: { amount, reason: 'mistake' },
      headers: { Connection: 'close', 'Idempotency-Key': refundKey },
    };
    return (
      (
        await sendUntilSettled(() =>
          retryUntilAnswered(world, () =>
            browser.call('POST', `/api/partner/orders/${orderKey}/refund`, requestOptions),
          ),
        )
      )?.status ?? null
    );
  };
  return Promise.all(
    amounts.map(async (plannedAmount): Promise<RequestedRefund> => {
      const [amount, key] = [plannedAmount === 'all' ? total : plannedAmount, randomUUID()];
      const refundStatuses = await Promise.all(
        isDoubled ? [requestRefund(amount, key), requestRefund(amount, key)] : [requestRefund(amount, key)],
      );
      return { orderKey, amount, status: refundStatuses.find((status) => status !== null) ?? null };
    }),
  );
};

/** Requests all refunds of a round for an order; none if the order isn't paid. */
export const requestAllRefunds = async (
  world: FaultWorld,
  diner: Diner,
  { refunds }: RoundPlan,
  orderKey: string,
): Promise<readonly RequestedRefund[]> => {
  const { paymentStatus, totalPrice: total } = Order.parse(
    (await diner.call('GET', `/api/payment/orders/${orderKey}`)).body,
  );
  if (paymentStatus !== 'SUCCEEDED') return [];
  const requestedRefunds: RequestedRefund[] = [];
  for (const refundPlan of refunds)
    requestedRefunds.push(...(await requestRefunds(world, { orderKey, total }, refundPlan)));
  return requestedRefunds;
};
