import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** Statuses of an order's payment. Naming them lets the database count in its index. */
export const PAYMENT_STATUSES = ['CREATED', 'SUCCEEDED', 'FAILED', 'UNKNOWN'] as const;

/** Number of orders of one kind. */
interface OrderCount {
  readonly status: string;
  readonly isAccepted: boolean;
  readonly count: number;
}

/** Number of payments of one kind. */
export interface PaymentCount {
  readonly provider: string;
  readonly state: string;
  readonly count: number;
  /** Real time at which the oldest of these payments was begun, in epoch milliseconds. */
  readonly begunAt: number;
}

/** Creates the repository that counts orders, payments and refunds for operators. Each count uses an index. */
export const createOrderCountsRepository = (connection: Connection) => {
  const knex = knexOf(connection);
  return {
    /** Counts the orders whose meal is at or after an instant of the gateway's clock. */
    async countOrders(mealsSince: number): Promise<readonly OrderCount[]> {
      const rows: { payment_status: string; accepted: number | boolean; count: number | string }[] = await knex(
        'customer_order',
      )
        .whereIn('payment_status', [...PAYMENT_STATUSES])
        .andWhere('meet_up_at', '>=', mealsSince)
        .groupByRaw('payment_status, accepted_at is not null')
        .select('payment_status', knex.raw('accepted_at is not null as accepted'))
        .count({ count: '*' });
      return rows.map(({ payment_status: status, accepted, count }) => ({
        status,
        isAccepted: Boolean(accepted),
        count: Number(count),
      }));
    },

    /** Counts the payments about which the gateways still ask the provider. */
    async countOpenPayments(): Promise<readonly PaymentCount[]> {
      const rows: { provider: string; state: string; count: number | string; begun: number | string }[] = await knex(
        'payment_attempt',
      )
        .where('check_at', '>', 0)
        .groupBy('provider', 'state')
        .select('provider', 'state')
        .count({ count: '*' })
        .min({ begun: 'begun_at' });
      return rows.map(({ provider, state, count, begun }) => ({
        provider,
        state,
        count: Number(count),
        begunAt: Number(begun),
      }));
    },

    /** Counts the refunds in these states that were created at or after an instant of the gateway's clock. */
    async countRefunds(states: readonly string[], since: number): Promise<ReadonlyMap<string, number>> {
      const rows: { state: string; count: number | string }[] = await knex('order_refund')
        .whereIn('state', [...states])
        .andWhere('created_at', '>=', since)
        .groupBy('state')
        .select('state')
        .count({ count: '*' });
      return new Map(rows.map(({ state, count }) => [state, Number(count)]));
    },
  };
};
