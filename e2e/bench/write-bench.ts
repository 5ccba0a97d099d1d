import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { injectFault, insertPayingRestaurant, orderForm } from '../../api-gateway/src/modules/ordering/testing/counter';
import type { OpenDatabase } from '../../api-gateway/src/platform/database/open-database';
import type { Diner } from '../faults/diner';
import { createDiner } from '../faults/diner';
import { buildProduct, repositoryRoot } from '../world/product';
import type { World } from '../world/start-world';
import { startWorld } from '../world/start-world';
import type { BenchFigure } from './measure/figure';
import { boundRatioFigure, median, reportedMsFigure, measureMs } from './measure/figure';
import { openWorldDatabase } from './measure/world-database';

const BENCH_AREA = 'write';
const WAITING_ORDER_COUNT = 20;
/** Delay of the payment provider's response. The gateway waits only ten seconds for it. */
const PROVIDER_DELAY_MS = 20_000;
const MEASURED_TURNS = 4;
/**
 * Time for which another diner sends write requests. It is well below the ten seconds for which the gateway waits for a
 * provider.
 */
const WRITE_PERIOD_MS = 4_000;
/** Pause between two write requests, because a real diner sends them one by one. */
const WRITE_PAUSE_MS = 10;
const POLL_INTERVAL_MS = 20;

const writeDisplayName = async (diner: Diner, newDisplayName: string): Promise<void> => {
  const { status } = await diner.call('PATCH', '/api/users/me', { displayName: newDisplayName });
  if (status !== 200) throw new Error(`The write failed: status ${status}`);
};

const measureWriteTimes = async (diner: Diner): Promise<number[]> => {
  const writeTimes: number[] = [];
  for (const periodEndMs = performance.now() + WRITE_PERIOD_MS; performance.now() < periodEndMs;) {
    await delay(WRITE_PAUSE_MS);
    writeTimes.push(await measureMs(() => writeDisplayName(diner, `Anna ${randomUUID().slice(0, 8)}`)));
  }
  return writeTimes;
};

const countWaitingAttempts = async ({ knex }: OpenDatabase): Promise<number> => {
  const [countRow] = await knex('payment_attempt').where({ state: 'REQUESTED' }).count({ count: '*' });
  return Number(countRow?.['count'] ?? 0);
};

/**
 * Places one order for each diner, while the payment provider doesn't respond. Resolves as soon as all orders wait;
 * `responseStatuses` resolves later, with the status of each response.
 */
const startWaitingOrders = async (
  world: World,
  database: OpenDatabase,
  diners: readonly Diner[],
): Promise<{ readonly responseStatuses: Promise<number[]> }> => {
  await injectFault(world, {
    operation: 'payin',
    when: 'beforeCommit',
    kind: 'delay',
    delayMs: PROVIDER_DELAY_MS,
    count: WAITING_ORDER_COUNT,
  });
  const previousWaitingCount = await countWaitingAttempts(database);
  const responseStatuses = Promise.all(
    diners.map(
      async (diner) => (await diner.call('POST', '/api/payment/orders', orderForm(diner.name), randomUUID())).status,
    ),
  );
  while ((await countWaitingAttempts(database)) - previousWaitingCount < WAITING_ORDER_COUNT)
    await delay(POLL_INTERVAL_MS);
  return { responseStatuses };
};

/**
 * Measures how long another diner's write takes while orders wait for a payment provider, and how long without waiting
 * orders. Both measurements take turns.
 */
export const benchWrite = async (printLine: (line: string) => void): Promise<BenchFigure[]> => {
  printLine('write: building what changed');
  buildProduct('gateway');
  const world = await startWorld({ product: repositoryRoot });
  const database = openWorldDatabase(world);
  try {
    await insertPayingRestaurant({ database }, { place: aRestaurant(), dish: anOffer() });
    const dinerWorld = { url: world.url, database, alive: async () => undefined };
    const writingDiner = await createDiner(dinerWorld, 'schreibt');
    const diners: Diner[] = [];
    for (let index = 0; index < WAITING_ORDER_COUNT; index += 1)
      diners.push(await createDiner(dinerWorld, `wartet${index}`));
    await measureWriteTimes(writingDiner);
    const [unloadedTimes, loadedTimes]: [number[], number[]] = [[], []];
    for (let turn = 1; turn <= MEASURED_TURNS; turn += 1) {
      printLine(`write: turn ${turn} of ${MEASURED_TURNS}`);
      unloadedTimes.push(...(await measureWriteTimes(writingDiner)));
      const { responseStatuses } = await startWaitingOrders(world, database, diners);
      loadedTimes.push(...(await measureWriteTimes(writingDiner)));
      if ((await countWaitingAttempts(database)) < WAITING_ORDER_COUNT)
        throw new Error('The gateway answered the orders before the writes were done');
      const orderStatuses = await responseStatuses;
      if (orderStatuses.some((status) => status !== 503))
        throw new Error(`Unexpected statuses of the orders: ${orderStatuses.join(', ')}`);
    }
    return [
      reportedMsFigure(BENCH_AREA, `a write, median of ${unloadedTimes.length}`, median(unloadedTimes)),
      reportedMsFigure(
        BENCH_AREA,
        `a write while ${WAITING_ORDER_COUNT} orders wait for a provider, median`,
        median(loadedTimes),
      ),
      boundRatioFigure(
        BENCH_AREA,
        `a write while ${WAITING_ORDER_COUNT} orders wait for a provider against one without, median`,
        {
          ratio: median(loadedTimes) / median(unloadedTimes),
          maximum: 1.2,
        },
      ),
    ];
  } finally {
    await database.close();
    await world.stop();
  }
};
