import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { injectFault, openKitchen, orderForm } from '../../api-gateway/src/modules/ordering/testing/counter';
import { openDatabase } from '../../api-gateway/src/platform/database/open-database';
import type { OpenDatabase } from '../../api-gateway/src/platform/database/open-database';
import { createSqliteDialect } from '../../api-gateway/src/platform/database/sqlite-dialect';
import type { Diner } from '../faults/play-round';
import { createDiner } from '../faults/play-round';
import { buildProduct, root } from '../world/product';
import type { World } from '../world/start-world';
import { startWorld } from '../world/start-world';
import type { Figure } from './measure/figure';
import { boundRatio, median, reportedMs, measureMs } from './measure/figure';

const AREA = 'write';
const WAITING = 20;
/** Delay of the payment provider's response. The gateway waits only ten seconds for it. */
const PROVIDER_MS = 20_000;
const TURNS = 4;
/** Time for which a diner writes. It is well below the ten seconds for which the gateway waits for a provider. */
const WRITES_MS = 4_000;
/** Pause between two writes, because a real diner's writes come one by one. */
const PAUSE_MS = 10;
const POLL_MS = 20;

const write = async (diner: Diner, name: string): Promise<void> => {
  const { status } = await diner.call('PATCH', '/api/users/me', { displayName: name });
  if (status !== 200) throw new Error(`The write failed: status ${status}`);
};

const timesOf = async (diner: Diner): Promise<number[]> => {
  const times: number[] = [];
  for (const endMs = performance.now() + WRITES_MS; performance.now() < endMs;) {
    await delay(PAUSE_MS);
    times.push(await measureMs(() => write(diner, `Anna ${randomUUID().slice(0, 8)}`)));
  }
  return times;
};

const countWaiting = async ({ knex }: OpenDatabase): Promise<number> => {
  const [row] = await knex('payment_attempt').where({ state: 'REQUESTED' }).count({ count: '*' });
  return Number(row?.['count'] ?? 0);
};

/**
 * Places one order for each diner, while the payment provider doesn't respond. Resolves as soon as all orders wait;
 * `latencies` resolves later, with the status of each response.
 */
const letWait = async (
  world: World,
  database: OpenDatabase,
  diners: readonly Diner[],
): Promise<{ readonly latencies: Promise<number[]> }> => {
  await injectFault(world, {
    operation: 'payin',
    when: 'beforeCommit',
    kind: 'delay',
    delayMs: PROVIDER_MS,
    count: WAITING,
  });
  const waitingBefore = await countWaiting(database);
  const latencies = Promise.all(
    diners.map(
      async (diner) => (await diner.call('POST', '/api/payment/orders', orderForm(diner.name), randomUUID())).status,
    ),
  );
  while ((await countWaiting(database)) - waitingBefore < WAITING) await delay(POLL_MS);
  return { latencies };
};

/**
 * Measures how long another diner's write takes while orders wait for a payment provider, and how long without waiting
 * orders. Both measurements take turns.
 */
export const benchWrite = async (print: (line: string) => void): Promise<Figure[]> => {
  print('write: building what changed');
  buildProduct('gateway');
  const world = await startWorld({ product: root });
  const database = openDatabase({
    dialect: createSqliteDialect({ file: world.databaseFile, driver: 'better-sqlite3' }),
    realNow: Date.now,
  });
  try {
    await openKitchen({ database }, { place: aRestaurant(), dish: anOffer() });
    const surroundings = { url: world.url, database, alive: async () => undefined };
    const writer = await createDiner(surroundings, 'schreibt');
    const diners: Diner[] = [];
    for (let index = 0; index < WAITING; index += 1) diners.push(await createDiner(surroundings, `wartet${index}`));
    await timesOf(writer);
    const [alone, loadedTimes]: [number[], number[]] = [[], []];
    for (let turn = 1; turn <= TURNS; turn += 1) {
      print(`write: turn ${turn} of ${TURNS}`);
      alone.push(...(await timesOf(writer)));
      const { latencies } = await letWait(world, database, diners);
      loadedTimes.push(...(await timesOf(writer)));
      if ((await countWaiting(database)) < WAITING)
        throw new Error('The gateway answered the orders before the writes were done');
      const statuses = await latencies;
      if (statuses.some((status) => status !== 503))
        throw new Error(`Unexpected statuses of the orders: ${statuses.join(', ')}`);
    }
    return [
      reportedMs(AREA, `a write, median of ${alone.length}`, median(alone)),
      reportedMs(AREA, `a write while ${WAITING} orders wait for a provider, median`, median(loadedTimes)),
      boundRatio(AREA, `a write while ${WAITING} orders wait for a provider against one without, median`, {
        ratio: median(loadedTimes) / median(alone),
        maximum: 1.2,
      }),
    ];
  } finally {
    await database.close();
    await world.stop();
  }
};
