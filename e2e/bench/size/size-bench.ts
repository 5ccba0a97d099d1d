import { setTimeout as delay } from 'node:timers/promises';
import { hasClusterParts } from '../../../api-gateway/bin/cluster/start-cluster.mjs';
import { buildProduct } from '../../world/product';
import type { World } from '../../world/start-world';
import { SECONDS_PER_REQUEST } from '../load/browsing';
import type { LoadRates } from '../load/load-target';
import { NO_LOAD } from '../load/load-target';
import type { LunchLoad } from '../load/lunch-load';
import { openLunchLoad } from '../load/lunch-load';
import { fillLunchWorld, MEMBERS_PER_CHAT, startLunchWorld } from '../load/lunch-world';
import type { BenchFigure } from '../measure/figure';
import { median, reportedMsFigure, reportedNumberFigure } from '../measure/figure';
import { measureInTurns } from '../measure/measure-in-turns';
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
  name: 'orders, paid and accepted',
  action: 'orders',
  firstRate: 4,
  judgedKinds: ['order', 'acceptance'],
};

/** Loads at which the processor time of one message or order is measured: far below the capacity. */
const CPU_LOADS = [
  { sized: MESSAGES, rate: 20, kind: 'message' },
  { sized: ORDERS, rate: 4, kind: 'order' },
] as const;

const CPU_ROUNDS = { measured: 3, warmUp: 0 };

/** Time in ms in which the processor time of idle gateways is measured, which is subtracted. */
const IDLE_PERIOD_MS = 5_000;

/** Load before the measurement, so that the gateway's code is compiled and its caches are filled. */
const WARM_UP_RATES: LoadRates = { ...NO_LOAD, browsing: 20, messages: 5, orders: 1 };

/** Time in ms for jobs that follow a load, for instance mails. */
const JOBS_MS = 3_000;

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

/** Measures the processor time of one action, with its deliveries, its acceptance, mails and other jobs. */
const measureActionCpuMs = async (
  { world, load, stepMs }: SizedWorld,
  { sized, rate, kind }: (typeof CPU_LOADS)[number],
): Promise<number> => {
  let count = 0;
  const cpuMs = await measureCpuMs(
    world.gatewayUrls,
    async () => {
      count = (await runAtRate({ load, stepMs }, sized, rate)).times[kind]?.count ?? 0;
      await delay(JOBS_MS);
    },
    IDLE_PERIOD_MS,
  );
  return cpuMs / count;
};

const measureProcessorTimes = async (sizedWorld: SizedWorld, { name }: Setup): Promise<BenchFigure[]> => {
  const times = await measureInTurns(
    CPU_LOADS.map((cpuLoad) => () => measureActionCpuMs(sizedWorld, cpuLoad)),
    CPU_ROUNDS,
  );
  return CPU_LOADS.map(({ kind }, index) =>
    reportedMsFigure(BENCH_AREA, `${name}: processor time of the gateways for one ${kind}`, median(times[index] ?? [])),
  );
};

/** Measures the capacity of a load. Its 99th percentile is left out where the gateway carries no rate at all. */
const measureCapacity = async (
  sizedWorld: SizedWorld,
  sized: SizedLoad,
  { name }: Setup,
): Promise<{ readonly rate: number; readonly figures: readonly BenchFigure[] }> => {
  const { rate, p99Ms } = await findCapacity(sizedWorld, sized);
  return {
    rate,
    figures: [
      reportedNumberFigure(BENCH_AREA, `${name}: ${sized.name}`, rate, 'a second'),
      ...(rate === 0
        ? []
        : [reportedMsFigure(BENCH_AREA, `${name}: ${sized.name}: largest p99 of a kind at that rate`, p99Ms)]),
    ],
  };
};

const measureCapacities = async (sizedWorld: SizedWorld, setup: Setup): Promise<BenchFigure[]> => {
  const browsing = await measureCapacity(sizedWorld, BROWSING, setup);
  const messages = await measureCapacity(sizedWorld, MESSAGES, setup);
  const orders = await measureCapacity(sizedWorld, ORDERS, setup);
  const diners = browsing.rate * SECONDS_PER_REQUEST;
  return [
    ...browsing.figures,
    reportedNumberFigure(BENCH_AREA, `${setup.name}: diners who send these requests`, diners, ''),
    ...messages.figures,
    ...orders.figures,
  ];
};

const benchSetup = async (
  setup: Setup,
  { stepMs, printLine }: Pick<SizedWorld, 'stepMs' | 'printLine'>,
): Promise<BenchFigure[]> => {
  printLine(`size: ${setup.name}`);
  const { clusterSize } = setup;
  const world = await startLunchWorld({ clusterSize });
  let load: LunchLoad | null = null;
  try {
    load = await openLunchLoad(
      await fillLunchWorld(world, { members: MEMBER_COUNT, openChatShare: 1, openMenuShare: 0 }),
    );
    const sizedWorld = { world, load, stepMs, printLine };
    printLine('size: warming up');
    await load.run({
      rates: WARM_UP_RATES,
      durationMs: stepMs,
      acceptAfterMs: 0,
      maxUnfinished: Number.MAX_SAFE_INTEGER,
    });
    await delay(JOBS_MS);
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
 * installed. The diners, the databases and the proxy share the machine with the gateways. The rate limits are off, as
 * in other benches. The payment sandbox runs in the gateway's process, so an order's time holds its work, too.
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
