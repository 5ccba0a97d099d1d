import { createSingleFlight } from '../../platform';
import type { Clock, Database, ModuleGauge } from '../../platform';
import { createOrderCountsRepository, PAYMENT_STATUSES } from './repositories/order-counts-repository';
import type { PaymentCount } from './repositories/order-counts-repository';

interface OrderGaugesDeps {
  readonly database: Database;
  readonly clock: Clock;
}

const DAY_MS = 86_400_000;
const MS_PER_SECOND = 1_000;

/** States of a refund. */
const REFUND_STATES = ['REQUESTED', 'SUCCEEDED', 'FAILED'] as const;

/**
 * Creates the gauges of orders, payments and refunds. They count recent and open ones in indexes, so that a read costs
 * the same after years. All gateways of a database show the same values.
 */
export const createOrderGauges = ({ database, clock }: OrderGaugesDeps): readonly ModuleGauge[] => {
  const counts = () => createOrderCountsRepository(database.knex);
  const paymentCounts = createSingleFlight<readonly PaymentCount[]>();
  const readPayments = (): Promise<readonly PaymentCount[]> =>
    paymentCounts.run('payments', () => counts().countOpenPayments());
  return [
    {
      name: 'mahlzeit_orders',
      help: 'Orders whose meal is later than a day ago, by the status of their payment',
      labelNames: ['status', 'accepted'],
      async read() {
        const orderCounts = await counts().countOrders(clock.now() - DAY_MS);
        return PAYMENT_STATUSES.flatMap((status) =>
          [true, false].map((isAccepted) => ({
            labels: { status, accepted: String(isAccepted) },
            value: orderCounts.find((count) => count.status === status && count.isAccepted === isAccepted)?.count ?? 0,
          })),
        );
      },
    },
    {
      name: 'mahlzeit_payments_open',
      help: 'Payments about which the gateways still ask the provider',
      labelNames: ['provider', 'state'],
      read: async () =>
        (await readPayments()).map(({ provider, state, count }) => ({ labels: { provider, state }, value: count })),
    },
    {
      name: 'mahlzeit_payments_open_age_seconds',
      help: 'Time since the oldest of these payments was begun',
      labelNames: ['provider', 'state'],
      read: async () =>
        (await readPayments()).map(({ provider, state, begunAt }) => ({
          labels: { provider, state },
          value: (clock.realNow() - begunAt) / MS_PER_SECOND,
        })),
    },
    {
      name: 'mahlzeit_refunds',
      help: 'Refunds of the last day, and all requested ones',
      labelNames: ['state'],
      async read() {
        const countByState = new Map([
          ...(await counts().countRefunds(['REQUESTED'], 0)),
          ...(await counts().countRefunds(['SUCCEEDED', 'FAILED'], clock.now() - DAY_MS)),
        ]);
        return REFUND_STATES.map((state) => ({ labels: { state }, value: countByState.get(state) ?? 0 }));
      },
    },
  ];
};
