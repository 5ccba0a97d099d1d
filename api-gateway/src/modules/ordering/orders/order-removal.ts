import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, Database, PeriodicJob } from '../../../platform';
import { createOrderRepository } from '../repositories/order-repository';

/** Name of the job that deletes orders. */
export const ORDER_REMOVAL_NAME = 'ordering/order-removal';

/** Number of full calendar years for which the law requires orders to be kept (§ 147 AO). */
export const ORDER_RETENTION_YEARS = 10;

const REMOVAL_INTERVAL_MS = 24 * 60 * 60_000;

/** Number of orders that one transaction deletes. It is small, so that no request waits long for the transaction. */
const REMOVAL_BATCH_SIZE = 100;

/**
 * Creates the job that deletes orders for which `ORDER_RETENTION_YEARS` full years have passed since the year of the
 * order.
 */
export const createOrderRemoval = ({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
}): PeriodicJob => ({
  name: ORDER_REMOVAL_NAME,
  everyMs: REMOVAL_INTERVAL_MS,
  clock: 'domain',
  async run() {
    const firstKeptDay = `${Number(berlinDay(clock.now()).slice(0, 4)) - ORDER_RETENTION_YEARS}-01-01`;
    for (let removedCount = REMOVAL_BATCH_SIZE; removedCount === REMOVAL_BATCH_SIZE;) {
      removedCount = await database.write((tx) =>
        createOrderRepository(tx.knex).removeBefore(firstKeptDay, REMOVAL_BATCH_SIZE),
      );
    }
  },
});
