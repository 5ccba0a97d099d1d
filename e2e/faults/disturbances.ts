import { randomUUID } from 'node:crypto';
import { RESTAURANT_KEY } from '../../api-gateway/src/modules/ordering/testing/counter';
import { createAttemptRepository } from '../../api-gateway/src/modules/ordering/repositories/attempt-repository';
import { applyPaymentEvent } from '../../api-gateway/src/modules/ordering/payments/settle-payment';
import { settleDeps } from '../../api-gateway/src/modules/ordering/testing/settle-deps';
import type { RoundPlan } from './fault-plan';
import type { FaultWorld } from './fault-world';

/** Returns the key of the meetup in which the diner of a round takes part. */
export const meetupKeyOf = (round: number): string => `treffen-${round}`;

/** Sends webhooks about a payment as payment providers do: twice, about an unknown payment, and a forged one. */
export const sendPaymentHints = async ({ url }: FaultWorld, payInId: string): Promise<void> => {
  const sendPaymentHint = (id: string, hintDate: number): Promise<unknown> =>
    fetch(
      `${url}/api/payment/hooks/mangopay?EventType=PAYIN_NORMAL_SUCCEEDED&RessourceId=${id}&Date=${hintDate}`,
    ).catch(() => undefined);
  const forgedPayment = {
    id: randomUUID(),
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: { id: payInId, supplementary_data: { related_ids: { order_id: payInId } } },
  };
  await Promise.all([
    sendPaymentHint(payInId, 1),
    sendPaymentHint(payInId, 1),
    sendPaymentHint(payInId, 2),
    sendPaymentHint(`payin_m_${randomUUID()}`, 1),
    fetch(`${url}/api/payment/hooks/paypal`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(forgedPayment),
    }).catch(() => undefined),
  ]);
};

/** Marks an order's payment as failed, as the gateway does when the provider says that the payment no longer exists. */
export const giveUpPayment = ({ database, clock }: FaultWorld, orderKey: string): Promise<void> =>
  database.write(async (transaction) => {
    const paymentAttempt = await createAttemptRepository(transaction.knex).findOfOrder(orderKey);
    if (paymentAttempt === null) throw new Error(`No payment attempt of the order: ${orderKey}`);
    await applyPaymentEvent(transaction, settleDeps({ clock }), paymentAttempt, { type: 'refused', code: 'gone' });
  });

/** Puts the restaurant on holiday for a time, in which it takes no orders. */
export const setHoliday = ({ database }: FaultWorld, restTime: object | null): Promise<void> =>
  database.write(async ({ knex }) => {
    await knex('restaurant')
      .where({ key: RESTAURANT_KEY })
      .update({ rest_time: restTime === null ? null : JSON.stringify(restTime) });
  });

/** Simulates the event that the round's plan has for the time of the payment, for example a guest who declines. */
export const disturbPayment = async (
  world: FaultWorld,
  { fault, round }: RoundPlan,
  orderKey: string,
): Promise<void> => {
  if (fault.kind === 'guestDeclines')
    await world.database.write(({ knex }) =>
      knex('invitation_attendee')
        .where({ invitation_key: meetupKeyOf(round) })
        .andWhere('position', '>', 0)
        .update({ status: 'declined' }),
    );
  if (fault.kind === 'lateCapture')
    await world.database.write(({ knex }) =>
      knex('customer_order').where({ key: orderKey }).update({ meet_up_at: world.clock.now() }),
    );
  if (fault.kind === 'placeCloses') await setHoliday(world, { start: '2026-06-24', end: '2026-06-24' });
};
