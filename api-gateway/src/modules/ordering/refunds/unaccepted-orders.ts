import { ok } from '@mahlzeit/contract';
import { ORDER_PAST_AFTER_MS } from '@mahlzeit/contract/rules';
import { bindJob } from '../../../platform';
import type { BoundJob, Connection, Database, PeriodicJob, WriteTransaction } from '../../../platform';
import { createOrderJobKind, NO_REACTION_REASON, orderDecisionOf, remainingAmountOf } from '../order-records';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { beginRefund } from './settle-refund';
import type { BeginRefundDeps } from './settle-refund';

interface UnacceptedDeps extends BeginRefundDeps {
  readonly database: Database;
  /** Reminds the restaurant of an order. Runs in the transaction that marks the order as reminded. */
  readonly remind: (tx: WriteTransaction, order: StoredOrder) => Promise<void>;
}

/** Job that reminds the restaurant of an order that it hasn't accepted. */
const reminderJob = createOrderJobKind('ordering/unaccepted-reminder');

/** Job that refunds an order that the restaurant hasn't accepted. */
const noReactionJob = createOrderJobKind('ordering/no-reaction');

/** Time in milliseconds before the meal at which the restaurant is reminded of an unaccepted order. */
const REMINDER_LEAD_MS = 10 * 60_000;

/** Returns the time at which an unaccepted order is refunded, because its diner got no meal. */
const refundDueAt = ({ meetUpAt }: Pick<StoredOrder, 'meetUpAt'>): number => meetUpAt + ORDER_PAST_AFTER_MS;

/** Enqueues the jobs that remind the restaurant of a paid order and refund it if the restaurant doesn't accept it. */
export const watchOrder = async (
  tx: WriteTransaction,
  { jobs }: Pick<BeginRefundDeps, 'jobs'>,
  { key, meetUpAt }: StoredOrder,
): Promise<void> => {
  const orderPayload = { orderKey: key };
  await createOrderRepository(tx.knex).markWatched(key);
  await jobs.enqueue(tx, reminderJob, { key, payload: orderPayload, dueAt: meetUpAt - REMINDER_LEAD_MS });
  await jobs.enqueue(tx, noReactionJob, { key, payload: orderPayload, dueAt: refundDueAt({ meetUpAt }) });
};

/**
 * Enqueues once more the job that refunds an unaccepted order, after one of its refunds has failed: the failed refund's
 * money is still owed.
 */
export const enqueueRemainingRefund = async (
  tx: WriteTransaction,
  { clock, jobs }: BeginRefundDeps,
  orderKey: string,
): Promise<void> => {
  const orders = createOrderRepository(tx.knex);
  const order = await orders.find(orderKey);
  // Enqueues nothing before the order is past, because its first job is still waiting and will refund the rest. An
  // order that no job watches isn't refunded automatically.
  if (
    order === null ||
    order.acceptedAt !== null ||
    clock.now() < refundDueAt(order) ||
    !(await orders.isWatched(orderKey))
  )
    return;
  await jobs.enqueue(tx, noReactionJob, { key: orderKey, payload: { orderKey } });
};

/**
 * Finds a paid order that its restaurant hasn't accepted, and the amount that isn't refunded yet; null for every other
 * order.
 */
const findUnacceptedOrder = async (
  knex: Connection,
  orderKey: string,
): Promise<{ readonly order: StoredOrder; readonly rest: number } | null> => {
  const orders = createOrderRepository(knex);
  const order = await orders.find(orderKey);
  if (order === null || order.paymentStatus !== 'SUCCEEDED') return null;
  const orderRefunds = await createRefundRepository(knex).listOf([orderKey]);
  const remainingAmount = remainingAmountOf(order, orderRefunds);
  return orderDecisionOf(order, orderRefunds) === 'accepted' || remainingAmount <= 0
    ? null
    : { order, rest: remainingAmount };
};

/**
 * Binds the jobs that watch unaccepted orders. Ten minutes before the meal the restaurant is reminded; half an hour
 * after the meal's time the order is refunded.
 */
export const bindUnacceptedJobs = ({ database, clock, jobs, remind }: UnacceptedDeps): readonly BoundJob[] => [
  bindJob(reminderJob, async ({ orderKey }, jobContext) => {
    await database.write(async (tx) => {
      const unacceptedOrder = await findUnacceptedOrder(tx.knex, orderKey);
      // Sends no reminder too late: if the gateway was stopped, the order is refunded by now, and a reminder would be
      // useless.
      if (
        unacceptedOrder !== null &&
        clock.now() < refundDueAt(unacceptedOrder.order) &&
        (await createOrderRepository(tx.knex).markReminded(orderKey, clock.now()))
      )
        await remind(tx, unacceptedOrder.order);
      await jobContext.complete(tx);
    });
    return ok(undefined);
  }),
  bindJob(noReactionJob, async ({ orderKey }, jobContext) => {
    await database.write(async (tx) => {
      const unacceptedOrder = await findUnacceptedOrder(tx.knex, orderKey);
      if (unacceptedOrder !== null)
        await beginRefund(
          tx,
          { clock, jobs },
          {
            orderKey,
            amount: unacceptedOrder.rest,
            reason: NO_REACTION_REASON,
            isAutomatic: true,
            items: [],
          },
        );
      await jobContext.complete(tx);
    });
    return ok(undefined);
  }),
];

const CLEANUP_INTERVAL_MS = 60_000;
const CLEANUP_BATCH_SIZE = 100;

/**
 * Creates the periodic job that finds orders which were paid under an earlier release and so have no jobs that remind
 * the restaurant or refund them. An order whose meal time has passed stays as it is: nobody could accept it, and its
 * diner has eaten.
 */
export const createUnwatchedOrders = ({
  database,
  clock,
  jobs,
}: Pick<UnacceptedDeps, 'database' | 'clock' | 'jobs'>): PeriodicJob => ({
  name: 'ordering/unwatched-orders',
  everyMs: CLEANUP_INTERVAL_MS,
  clock: 'domain',
  async run() {
    if ((await createOrderRepository(database.knex).listUnwatched(clock.now(), 1)).length === 0) return;
    await database.write(async (tx) => {
      for (const order of await createOrderRepository(tx.knex).listUnwatched(clock.now(), CLEANUP_BATCH_SIZE))
        await watchOrder(tx, { jobs }, order);
    });
  },
});
