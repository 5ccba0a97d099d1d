import { ok } from '@mahlzeit/contract';
import { ORDER_PAST_AFTER_MS, refundableAmount } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';
import { bindJob } from '../../../platform';
import type { BoundJob, Connection, Database, JobKind, Worker, WriteTransaction } from '../../../platform';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { beginRefund } from './give-back';
import type { BeginRefundDeps } from './give-back';

interface UnacceptedDeps extends BeginRefundDeps {
  readonly database: Database;
  /** Calls an order to its restaurant's mind, inside the write in which that is noted. */
  readonly remind: (tx: WriteTransaction, order: StoredOrder) => Promise<void>;
}

const OrderPayload = z.object({ orderKey: z.string() });

const kindOf = (name: string): JobKind<z.infer<typeof OrderPayload>> => ({
  name,
  payload: OrderPayload,
  clock: 'domain',
  giveUpAfterMs: 24 * 60 * 60_000,
  personal: null,
});

/** Calls an order to mind that nobody has accepted. */
const reminderJob = kindOf('ordering/unaccepted-reminder');

/** Gives the money of an order back that nobody has accepted. */
const noReactionJob = kindOf('ordering/no-reaction');

/** So long before its time an order is called to mind. */
const REMINDS_BEFORE_MS = 10 * 60_000;

/** When an order that nobody has accepted is over: it is past then, and its diner has gone hungry. */
const overAt = ({ meetUpAt }: Pick<StoredOrder, 'meetUpAt'>): number => meetUpAt + ORDER_PAST_AFTER_MS;

/** Has jobs look after a paid order until somebody accepts it. */
export const watchOrder = async (
  tx: WriteTransaction,
  { jobs }: Pick<BeginRefundDeps, 'jobs'>,
  { key, meetUpAt }: StoredOrder,
): Promise<void> => {
  const payload = { orderKey: key };
  await createOrderRepository(tx.knex).markWatched(key);
  await jobs.enqueue(tx, reminderJob, { key, payload, dueAt: meetUpAt - REMINDS_BEFORE_MS });
  await jobs.enqueue(tx, noReactionJob, { key, payload, dueAt: overAt({ meetUpAt }) });
};

/**
 * Looks again at an order one of whose refunds came to nothing: where nobody had accepted it by its end, less of it
 * went back than it seemed.
 */
export const watchRest = async (
  tx: WriteTransaction,
  { clock, jobs }: BeginRefundDeps,
  orderKey: string,
): Promise<void> => {
  const orders = createOrderRepository(tx.knex);
  const order = await orders.find(orderKey);
  // Before its end its job waits, and what nothing looked after is left alone.
  if (order === null || order.acceptedAt !== null || clock.now() < overAt(order) || !(await orders.isWatched(orderKey)))
    return;
  await jobs.enqueue(tx, noReactionJob, { key: orderKey, payload: { orderKey } });
};

/** An order that still waits for its restaurant, and what of its money is left; null: it waits no longer. */
const waiting = async (
  knex: Connection,
  orderKey: string,
): Promise<{ readonly order: StoredOrder; readonly left: number } | null> => {
  const orders = createOrderRepository(knex);
  const order = await orders.find(orderKey);
  if (order === null || order.paymentStatus !== 'SUCCEEDED' || order.acceptedAt !== null) return null;
  const given = (await createRefundRepository(knex).listOf([orderKey]))
    .filter(({ state }) => state !== 'FAILED')
    .map(({ amount, createdAt }) => ({ amount, date: createdAt }));
  const left = refundableAmount({ totalPrice: order.total, given });
  return left > 0 ? { order, left } : null;
};

/**
 * The jobs that look after orders that nobody accepts: ten minutes before its time one is called to mind, half an hour
 * after it is given back.
 */
export const bindUnacceptedJobs = ({ database, clock, jobs, remind }: UnacceptedDeps): readonly BoundJob[] => [
  bindJob(reminderJob, async ({ orderKey }, context) => {
    await database.write(async (tx) => {
      const found = await waiting(tx.knex, orderKey);
      // A gateway that was away may find it over: then its money goes back, and nobody can accept it in time.
      if (
        found !== null &&
        clock.now() < overAt(found.order) &&
        (await createOrderRepository(tx.knex).markReminded(orderKey, clock.now()))
      )
        await remind(tx, found.order);
      await context.complete(tx);
    });
    return ok(undefined);
  }),
  bindJob(noReactionJob, async ({ orderKey }, context) => {
    await database.write(async (tx) => {
      const found = await waiting(tx.knex, orderKey);
      if (found !== null)
        await beginRefund(
          tx,
          { clock, jobs },
          { orderKey, amount: found.left, reason: 'restaurant_declined_no_reaction', isAutomatic: true, items: [] },
        );
      await context.complete(tx);
    });
    return ok(undefined);
  }),
];

const SWEEPS_EVERY_MS = 60_000;
const AT_ONCE = 100;

/**
 * Looks after orders that were paid before there were jobs for it. Those whose time has come stay as they are: nobody
 * could accept them then, and their diners have eaten.
 */
export const createUnwatchedOrders = ({
  database,
  clock,
  jobs,
}: Pick<UnacceptedDeps, 'database' | 'clock' | 'jobs'>): Worker => ({
  name: 'ordering/unwatched-orders',
  everyMs: SWEEPS_EVERY_MS,
  async run() {
    if ((await createOrderRepository(database.knex).listUnwatched(clock.now(), 1)).length === 0) return;
    await database.write(async (tx) => {
      for (const order of await createOrderRepository(tx.knex).listUnwatched(clock.now(), AT_ONCE))
        await watchOrder(tx, { jobs }, order);
    });
  },
});
