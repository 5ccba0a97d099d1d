/** One figure, in the form in which `npm run bench -- --json` prints it. */
export interface BenchFigure {
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
export const boundRatioFigure = (
  area: string,
  name: string,
  { ratio, maximum }: { ratio: number; maximum: number },
): BenchFigure => ({
  area,
  name,
  value: roundTo3Digits(ratio),
  unit: 'x',
  bound: `<=${maximum}`,
  holds: ratio <= maximum,
});

/** Builds the figure of a score from 0 to 100 that must not be smaller than its bound. */
export const boundScoreFigure = (
  area: string,
  name: string,
  { score, least }: { score: number; least: number },
): BenchFigure => ({
  area,
  name,
  value: score,
  unit: 'of 100',
  bound: `>=${least}`,
  holds: score >= least,
});

/** Builds the figure of a number of cases that must not be larger than its bound. */
export const boundCountFigure = (
  area: string,
  name: string,
  { count, maximum }: { count: number; maximum: number },
): BenchFigure => ({
  area,
  name,
  value: count,
  unit: '',
  bound: `<=${maximum}`,
  holds: count <= maximum,
});

/** Builds the figure of a time that must not be longer than its bound. */
export const boundMsFigure = (
  area: string,
  name: string,
  { ms, maximum }: { ms: number; maximum: number },
): BenchFigure => ({
  area,
  name,
  value: roundTo3Digits(ms),
  unit: 'ms',
  bound: `<=${maximum}`,
  holds: ms <= maximum,
});

/** Builds the figure of a number that is only reported, with its unit. */
export const reportedNumberFigure = (area: string, name: string, value: number, unit: string): BenchFigure => ({
  area,
  name,
  value: roundTo3Digits(value),
  unit,
  bound: null,
  holds: true,
});

/** Builds the figure of a time that is only reported. */
export const reportedMsFigure = (area: string, name: string, ms: number): BenchFigure => ({
  area,
  name,
  value: roundTo3Digits(ms),
  unit: 'ms',
  bound: null,
  holds: true,
});

/** Builds the figure of an amount of data that is only reported. */
export const reportedKbFigure = (area: string, name: string, bytes: number): BenchFigure => ({
  area,
  name,
  value: roundTo3Digits(bytes / 1000),
  unit: 'kB',
  bound: null,
  holds: true,
});

/** Builds the figure of an amount of memory that is only reported. */
export const reportedMbFigure = (area: string, name: string, bytes: number): BenchFigure => ({
  area,
  name,
  value: roundTo3Digits(bytes / 1_000_000),
  unit: 'MB',
  bound: null,
  holds: true,
});

/** Returns the median: the middle one of the sorted times. */
export const median = (durations: readonly number[]): number =>
  [...durations].sort((first, second) => first - second)[Math.floor(durations.length / 2)] ?? NaN;

const percentileOf = (durations: readonly number[], share: number): number =>
  [...durations].sort((a, b) => a - b)[Math.ceil(durations.length * share) - 1] ?? NaN;

/** Returns the duration that 95 % of the durations don't exceed; NaN for an empty list. */
export const percentile95 = (durations: readonly number[]): number => percentileOf(durations, 0.95);

/** Returns the duration that 99 % of the durations don't exceed; NaN for an empty list. */
export const percentile99 = (durations: readonly number[]): number => percentileOf(durations, 0.99);

/**
 * Returns the time in epoch milliseconds, more exactly than `Date.now`. The times that pages report can be compared
 * with it.
 */
export const epochNowMs = (): number => performance.timeOrigin + performance.now();

/** Runs `measuredWork` and returns the milliseconds until its promise resolves. */
export const measureMs = async (measuredWork: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await measuredWork();
  return performance.now() - startMs;
};
