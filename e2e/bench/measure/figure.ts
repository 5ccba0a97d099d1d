/** One figure, in the form in which `npm run bench -- --json` prints it. */
export interface Figure {
  readonly area: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Bound as text, for example `<=2`; null for a figure that is only reported. */
  readonly bound: string | null;
  readonly holds: boolean;
}

const roundTo3Digits = (value: number): number => Number(value.toPrecision(3));

/**
 * Builds the figure of a ratio that must not be larger than its bound. Only ratios of times are judged, because
 * machines differ.
 */
export const boundRatio = (
  area: string,
  name: string,
  { ratio, maximum }: { ratio: number; maximum: number },
): Figure => ({
  area,
  name,
  value: roundTo3Digits(ratio),
  unit: 'x',
  bound: `<=${maximum}`,
  holds: ratio <= maximum,
});

/** Builds the figure of a score from 0 to 100 that must not be smaller than its bound. */
export const boundScore = (area: string, name: string, { score, least }: { score: number; least: number }): Figure => ({
  area,
  name,
  value: score,
  unit: 'of 100',
  bound: `>=${least}`,
  holds: score >= least,
});

/** Builds the figure of a number of cases that must not be larger than its bound. */
export const boundCount = (
  area: string,
  name: string,
  { count, maximum }: { count: number; maximum: number },
): Figure => ({
  area,
  name,
  value: count,
  unit: '',
  bound: `<=${maximum}`,
  holds: count <= maximum,
});

/** Builds the figure of a time that is only reported. */
export const reportedMs = (area: string, name: string, ms: number): Figure => ({
  area,
  name,
  value: roundTo3Digits(ms),
  unit: 'ms',
  bound: null,
  holds: true,
});

/** Builds the figure of an amount of memory that is only reported. */
export const reportedMb = (area: string, name: string, bytes: number): Figure => ({
  area,
  name,
  value: roundTo3Digits(bytes / 1_000_000),
  unit: 'MB',
  bound: null,
  holds: true,
});

/** Returns the middle one of the sorted times. */
export const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

/** Returns the 95th percentile of some durations. */
export const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? NaN;

/**
 * Returns the time in epoch milliseconds, more exactly than `Date.now`. The times that pages report can be compared
 * with it.
 */
export const now = (): number => performance.timeOrigin + performance.now();

/** Returns the duration of some work in milliseconds. */
export const measureMs = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
