import type { LoadRates, LoadReport } from '../load/load-target';
import { NO_LOAD } from '../load/load-target';
import type { LunchLoad } from '../load/lunch-load';

/** Longest time in ms that 99 % of each judged kind of requests may take. */
const MAX_P99_MS = 100;

/** Seconds of arrivals that may be unfinished at once; with more, the gateway doesn't catch up. */
const MAX_BACKLOG_SECONDS = 2;
const MIN_BACKLOG = 50;

/** Number of steps between the last rate that held and the first one that didn't. */
const REFINING_STEPS = 3;

/** Number of times that a rate is tried. It is too high when all tries fail: a busy machine may spoil one of them. */
const TRIES = 2;

/** Lowest rate that is tried, in arrivals a second. */
const LEAST_RATE = 1;

/** A kind of load whose highest rate is wanted. */
export interface SizedLoad {
  readonly name: string;
  readonly action: keyof LoadRates;
  /** Arrivals a second of the first step, which one gateway of any machine should carry. */
  readonly firstRate: number;
  /** Kinds of requests and deliveries whose 99th percentile is judged. */
  readonly judgedKinds: readonly string[];
}

/** Highest rate that was carried, in arrivals a second, and the largest 99th percentile at that rate. */
export interface Capacity {
  readonly rate: number;
  readonly p99Ms: number;
}

interface StepOptions {
  readonly load: LunchLoad;
  readonly stepMs: number;
  printLine(line: string): void;
}

/** Returns the largest 99th percentile of the judged kinds; NaN when no request has succeeded. */
const worstP99Of = ({ times }: LoadReport, { judgedKinds }: SizedLoad): number => {
  const percentiles = judgedKinds.flatMap((kind) => times[kind]?.p99Ms ?? []);
  return percentiles.length === 0 ? NaN : Math.max(...percentiles);
};

// The load shares the machine with the gateway. Where it uses a whole processor or is late itself, the figure is the
// load's and not the gateway's.
const describeOwn = ({ cpuShare, ownDelayP99Ms }: LoadReport): string =>
  `load: ${Math.round(cpuShare * 100)} % of a processor, delay p99 ${ownDelayP99Ms.toFixed(0)} ms`;

/** Runs a load at one rate. */
export const runAtRate = (
  { load, stepMs }: Pick<StepOptions, 'load' | 'stepMs'>,
  { action }: SizedLoad,
  rate: number,
) =>
  load.run({
    rates: { ...NO_LOAD, [action]: rate },
    durationMs: stepMs,
    acceptAfterMs: 0,
    maxUnfinished: Math.ceil(rate * MAX_BACKLOG_SECONDS) + MIN_BACKLOG,
  });

/** Runs one step. Returns its capacity; null when the gateway doesn't carry the rate. */
const tryRate = async (options: StepOptions, sized: SizedLoad, rate: number): Promise<Capacity | null> => {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const report = await runAtRate(options, sized, rate);
    const p99Ms = worstP99Of(report, sized);
    const failures = Object.entries(report.failures);
    const isCarried = p99Ms <= MAX_P99_MS && failures.length === 0 && !report.isOverloaded;
    options.printLine(
      [
        `size: ${sized.name}: ${rate.toFixed(1)} a second, p99 ${p99Ms.toFixed(0)} ms`,
        describeOwn(report),
        ...(report.isOverloaded ? ['the gateway falls behind'] : []),
        ...failures.map(([failure, count]) => `${count} × ${failure}`),
      ].join(', '),
    );
    if (isCarried) return { rate, p99Ms };
  }
  return null;
};

/**
 * Finds the highest rate of a load that is carried: doubles the rate until a step fails, then halves the distance
 * between the last two rates several times.
 */
export const findCapacity = async (options: StepOptions, sized: SizedLoad): Promise<Capacity> => {
  let carried: Capacity = { rate: 0, p99Ms: NaN };
  let tooHigh = Infinity;
  for (let rate = sized.firstRate; tooHigh === Infinity; rate *= 2) {
    const capacity = await tryRate(options, sized, rate);
    if (capacity === null) tooHigh = rate;
    else carried = capacity;
  }
  for (let step = 0; step < REFINING_STEPS; step += 1) {
    const rate = (carried.rate + tooHigh) / 2;
    if (rate < LEAST_RATE) break;
    const capacity = await tryRate(options, sized, rate);
    if (capacity === null) tooHigh = rate;
    else carried = capacity;
  }
  return carried;
};
