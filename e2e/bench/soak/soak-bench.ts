import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildProduct } from '../../world/product';
import type { World } from '../../world/start-world';
import type { LoadReport } from '../load/load-target';
import type { LunchLoad } from '../load/lunch-load';
import { openLunchLoad } from '../load/lunch-load';
import { fillLunchWorld, startLunchWorld } from '../load/lunch-world';
import type { BenchFigure } from '../measure/figure';
import {
  boundCountFigure,
  boundRatioFigure,
  median,
  reportedMbFigure,
  reportedMsFigure,
  reportedNumberFigure,
} from '../measure/figure';
import { readGatewaysCpuMs } from '../measure/processor-time';
import { readMetrics } from '../measure/read-metrics';
import type { CollectedMemory, GatewayOutput } from './gateway-output';
import { createGatewayOutput } from './gateway-output';
import { ACCEPT_AFTER_MS, LUNCH_RATES, OPEN_CHAT_SHARE, OPEN_MENU_SHARE, PAGE_COUNT } from './lunch-hour';

const BENCH_AREA = 'soak';

/** Part of the time in which the gateway fills its caches; the memory is compared from its end on. */
const WARM_UP_SHARE = 1 / 5;

/** Time in ms before the end of the load at which the memory is read for the last time, still under load. */
const LAST_READING_BEFORE_MS = 8_000;

const SETTLE_MS = 5_000;
const SAMPLE_INTERVAL_MS = 10_000;

/** Growth of the memory, from the end of the warm-up on, that still counts as flat. */
const MAX_MEMORY_GROWTH = 1.1;

/** The lunch hour goes on however many actions are unfinished: the figures tell how late they were. */
const MAX_UNFINISHED = Number.MAX_SAFE_INTEGER;

/** Everything that was observed of one lunch hour. */
interface Soak {
  readonly durationMs: number;
  readonly report: LoadReport;
  /** Memory at the end of the warm-up and at the end; null where the gateway didn't answer. */
  readonly memories: readonly [CollectedMemory | null, CollectedMemory | null];
  /** Share of one processor that the gateway has used; NaN where it doesn't answer at the end. */
  readonly cpuShare: number;
  /** 99th percentile of the event loop's delay in each interval, in ms. */
  readonly eventLoopP99Ms: readonly number[];
  readonly errorLines: readonly string[];
}

/** Reads the delays of the gateway's event loop until a signal aborts. */
const sampleEventLoop = async (gatewayUrl: string, signal: AbortSignal): Promise<number[]> => {
  const samples: number[] = [];
  while (!signal.aborted) {
    try {
      samples.push(1_000 * (await readMetrics(gatewayUrl))('nodejs_eventloop_lag_p99_seconds'));
      await delay(SAMPLE_INTERVAL_MS, undefined, { signal });
    } catch {
      // The load has ended, or the gateway doesn't answer; the figures of the requests tell of the latter.
      if (!signal.aborted) await delay(SAMPLE_INTERVAL_MS);
    }
  }
  return samples;
};

const readCpuMs = async (gatewayUrl: string): Promise<number> => {
  try {
    return await readGatewaysCpuMs([gatewayUrl]);
  } catch {
    // The gateway has ended, which the figures of the connections tell.
    return NaN;
  }
};

const soak = async (world: World, load: LunchLoad, output: GatewayOutput, durationMs: number): Promise<Soak> => {
  const loadEnd = new AbortController();
  const [startMs, cpuBeforeMs] = [performance.now(), await readCpuMs(world.url)];
  const readMemoryAt = async (afterMs: number): Promise<CollectedMemory | null> => {
    await delay(afterMs);
    return output.readMemory(world.gatewayProcessIds()[0] ?? NaN);
  };
  const [report, warmMemory, lastMemory, eventLoopP99Ms] = await Promise.all([
    load
      .run({ rates: LUNCH_RATES, durationMs, acceptAfterMs: ACCEPT_AFTER_MS, maxUnfinished: MAX_UNFINISHED })
      .finally(() => loadEnd.abort()),
    readMemoryAt(durationMs * WARM_UP_SHARE),
    readMemoryAt(durationMs - LAST_READING_BEFORE_MS),
    sampleEventLoop(world.url, loadEnd.signal),
  ]);
  const cpuShare = ((await readCpuMs(world.url)) - cpuBeforeMs) / (performance.now() - startMs);
  const memories = [warmMemory, lastMemory] as const;
  return { durationMs, report, memories, cpuShare, eventLoopP99Ms, errorLines: output.errorLines() };
};

const memoryFiguresOf = ([warm, last]: Soak['memories']): BenchFigure[] => [
  reportedMbFigure(BENCH_AREA, 'live memory at the end of the warm-up', warm?.live ?? NaN),
  reportedMbFigure(BENCH_AREA, 'live memory at the end', last?.live ?? NaN),
  // Live memory is what a collection leaves. The size of the process (RSS) also holds garbage and the reserves of V8
  // and of malloc, which come and go by tens of megabytes: a leak of a tenth of the live memory would not show in it.
  boundRatioFigure(BENCH_AREA, 'live memory at the end against the end of the warm-up', {
    ratio: (last?.live ?? NaN) / (warm?.live ?? NaN),
    maximum: MAX_MEMORY_GROWTH,
  }),
  reportedMbFigure(BENCH_AREA, 'resident memory at the end of the warm-up', warm?.rss ?? NaN),
  reportedMbFigure(BENCH_AREA, 'resident memory at the end', last?.rss ?? NaN),
];

const failureCountOf = ({ failures }: LoadReport, isCounted: (failure: string) => boolean): number =>
  Object.entries(failures)
    .filter(([failure]) => isCounted(failure))
    .reduce((sum, [, count]) => sum + count, 0);

const isServerError = (failure: string): boolean => /: 5\d\d /.test(failure);

const figuresOf = ({ durationMs, report, memories, cpuShare, eventLoopP99Ms, errorLines }: Soak): BenchFigure[] => {
  const requestCount = Object.values(report.times).reduce((sum, { count }) => sum + count, 0);
  return [
    ...memoryFiguresOf(memories),
    boundCountFigure(BENCH_AREA, 'responses with a status 5xx', {
      count: failureCountOf(report, isServerError),
      maximum: 0,
    }),
    boundCountFigure(BENCH_AREA, 'refused, unanswered and missing', {
      count: failureCountOf(report, (failure) => !isServerError(failure)),
      maximum: 0,
    }),
    boundCountFigure(BENCH_AREA, "errors in the gateway's log", { count: errorLines.length, maximum: 0 }),
    boundCountFigure(BENCH_AREA, `lost connections of ${PAGE_COUNT} pages and their counters`, {
      count: report.lostConnections,
      maximum: 0,
    }),
    reportedNumberFigure(BENCH_AREA, "the gateway's share of one processor", 100 * cpuShare, '%'),
    reportedMsFigure(BENCH_AREA, "delay of the event loop, median of the intervals' p99", median(eventLoopP99Ms)),
    reportedMsFigure(BENCH_AREA, "delay of the event loop, largest of the intervals' p99", Math.max(...eventLoopP99Ms)),
    reportedMsFigure(BENCH_AREA, "delay of the diners' own event loop, p99", report.ownDelayP99Ms),
    reportedNumberFigure(BENCH_AREA, 'requests and deliveries', requestCount / (durationMs / 1_000), 'a second'),
    reportedNumberFigure(BENCH_AREA, 'frames delivered to open pages', report.deltas, ''),
    ...Object.entries(report.times).map(([kind, { count, p99Ms }]) =>
      reportedMsFigure(BENCH_AREA, `${kind}, p99 of ${count}`, p99Ms),
    ),
  ];
};

/**
 * Lets one gateway serve a lunch hour of a thousand open pages for some minutes, and checks that its memory stays flat,
 * that no request fails and that no connection breaks. The rate limits are off, as in other benches. The payment
 * sandbox runs in the gateway's process, so the figures hold its work, too.
 */
export const benchSoak = async (minutes: number, printLine: (line: string) => void): Promise<BenchFigure[]> => {
  printLine('soak: building what changed');
  buildProduct();
  const output = createGatewayOutput();
  const world = await startLunchWorld({
    clusterSize: 0,
    settings: { NODE_OPTIONS: `--require ${join(import.meta.dirname, 'collect-garbage.cjs')}` },
    onLogLine: output.onLogLine,
  });
  let load: LunchLoad | null = null;
  try {
    output.startIsOver();
    printLine(`soak: ${PAGE_COUNT} members open their pages`);
    const shares = { openChatShare: OPEN_CHAT_SHARE, openMenuShare: OPEN_MENU_SHARE };
    load = await openLunchLoad(await fillLunchWorld(world, { members: PAGE_COUNT, ...shares }));
    // The gateway still works on the last snapshots of the new pages.
    await delay(SETTLE_MS);
    printLine(`soak: lunch for ${minutes} minutes`);
    const observed = await soak(world, load, output, minutes * 60_000);
    for (const [failure, count] of Object.entries(observed.report.failures)) printLine(`soak: ${count} × ${failure}`);
    for (const errorLine of observed.errorLines) printLine(`soak: ${errorLine}`);
    return figuresOf(observed);
  } finally {
    load?.disconnect();
    await world.stop();
  }
};
