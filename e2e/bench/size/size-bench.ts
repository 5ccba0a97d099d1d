import { hasClusterParts } from '../../../api-gateway/bin/cluster/start-cluster.mjs';
import { buildProduct, repositoryRoot } from '../../world/product';
import type { World } from '../../world/start-world';
import { NOON_TIME, startWorld } from '../../world/start-world';
import { SECONDS_PER_REQUEST } from '../load/browsing';
import type { LunchLoad } from '../load/lunch-load';
import { openLunchLoad } from '../load/lunch-load';
import { fillLunchWorld, MEMBERS_PER_CHAT } from '../load/lunch-world';
import type { BenchFigure } from '../measure/figure';
import { reportedMsFigure, reportedNumberFigure } from '../measure/figure';
import { measureCpuMs } from '../measure/processor-time';
import type { SizedLoad } from './find-capacity';
import { findCapacity, runAtRate } from './find-capacity';

const BENCH_AREA = 'size';

/** Number of members, all of whom have their chat open. */
const MEMBER_COUNT = 200;

const BROWSING: SizedLoad = {
  name: 'requests of browsing diners',
  action: 'browsing',
  firstRate: 40,
  judgedKinds: ['page', 'list', 'place', 'menu', 'picture'],
};

const MESSAGES: SizedLoad = {
  name: `messages to ${MEMBERS_PER_CHAT}`,
  action: 'messages',
  firstRate: 20,
  judgedKinds: ['message', 'message at the last reader'],
};

const ORDERS: SizedLoad = {
  name: 'orders',
  action: 'orders',
  firstRate: 4,
  judgedKinds: ['order', 'acceptance'],
};

/** Arrivals a second at which the processor time of a single message or order is measured: far below the capacity. */
const CPU_RATES: readonly (readonly [SizedLoad, number, string])[] = [
  [MESSAGES, 10, 'message'],
  [ORDERS, 2, 'order'],
];

/** Number of gateways, as `startWorld` counts them: 0 is one gateway on SQLite. */
const SETUPS = [
  { clusterSize: 0, name: 'one gateway' },
  { clusterSize: 2, name: 'two gateways' },
] as const;

type Setup = (typeof SETUPS)[number];

interface SizedWorld {
  readonly world: World;
  readonly load: LunchLoad;
  readonly stepMs: number;
  printLine(line: string): void;
}

const measureProcessorTimes = async ({ world, load, stepMs }: SizedWorld, { name }: Setup): Promise<BenchFigure[]> => {
  const figures: BenchFigure[] = [];
  for (const [sized, rate, kind] of CPU_RATES) {
    let count = 0;
    const cpuMs = await measureCpuMs(world.gatewayUrls, async () => {
      count = (await runAtRate({ load, stepMs }, sized, rate)).times[kind]?.count ?? 0;
    });
    figures.push(
      reportedMsFigure(BENCH_AREA, `${name}: processor time of the gateways for one ${kind}`, cpuMs / count),
    );
  }
  return figures;
};

const measureCapacities = async (sizedWorld: SizedWorld, { name }: Setup): Promise<BenchFigure[]> => {
  const browsing = await findCapacity(sizedWorld, BROWSING);
  const messages = await findCapacity(sizedWorld, MESSAGES);
  const orders = await findCapacity(sizedWorld, ORDERS);
  return [
    reportedNumberFigure(BENCH_AREA, `${name}: ${BROWSING.name}`, browsing.rate, 'a second'),
    reportedNumberFigure(BENCH_AREA, `${name}: browsing diners at once`, browsing.rate * SECONDS_PER_REQUEST, ''),
    reportedMsFigure(BENCH_AREA, `${name}: p99 at that rate, slowest kind of request`, browsing.p99Ms),
    reportedNumberFigure(BENCH_AREA, `${name}: ${MESSAGES.name}`, messages.rate, 'a second'),
    reportedMsFigure(BENCH_AREA, `${name}: p99 at that rate, at the last reader`, messages.p99Ms),
    reportedNumberFigure(BENCH_AREA, `${name}: ${ORDERS.name}, paid and accepted`, orders.rate, 'a second'),
    reportedMsFigure(BENCH_AREA, `${name}: p99 at that rate, order or acceptance`, orders.p99Ms),
  ];
};

const benchSetup = async (
  setup: Setup,
  { stepMs, printLine }: Pick<SizedWorld, 'stepMs' | 'printLine'>,
): Promise<BenchFigure[]> => {
  printLine(`size: ${setup.name}`);
  const { clusterSize } = setup;
  const world = await startWorld({ product: repositoryRoot, content: 'demo', clusterSize, now: NOON_TIME });
  let load: LunchLoad | null = null;
  try {
    load = await openLunchLoad(
      await fillLunchWorld(world, { members: MEMBER_COUNT, openChatShare: 1, openMenuShare: 0 }),
    );
    const sizedWorld = { world, load, stepMs, printLine };
    const processorFigures = await measureProcessorTimes(sizedWorld, setup);
    return [...(await measureCapacities(sizedWorld, setup)), ...processorFigures];
  } finally {
    load?.disconnect();
    await world.stop();
  }
};

/**
 * Measures how many browsing diners, messages and orders one gateway of this machine carries while 99 % of each kind of
 * request take at most 100 ms, and how many two gateways carry on PostgreSQL and Redis behind a proxy, where these are
 * installed. The diners, the databases and the proxy share the machine with the gateways. The limits of addresses are
 * off, because all diners of the bench share one address. The payment sandbox runs in the gateway's process, so an
 * order's time holds its work, too.
 */
export const benchSize = async (stepSeconds: number, printLine: (line: string) => void): Promise<BenchFigure[]> => {
  printLine('size: building what changed');
  buildProduct();
  const figures: BenchFigure[] = [];
  for (const setup of SETUPS)
    if (setup.clusterSize === 0 || hasClusterParts())
      figures.push(...(await benchSetup(setup, { stepMs: stepSeconds * 1_000, printLine })));
    else printLine(`size: no ${setup.name}, because PostgreSQL, Redis or HAProxy isn't installed`);
  return figures;
};
