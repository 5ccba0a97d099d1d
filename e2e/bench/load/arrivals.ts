import { setTimeout as delay } from 'node:timers/promises';
import { createRandomGenerator } from '../../world/synthetic-places';

interface Arrivals {
  readonly ratePerSecond: number;
  readonly durationMs: number;
  /** Seed of the pauses between arrivals. */
  readonly seed: number;
  isStopped(): boolean;
  /** Begins an action. Its time counts from `dueMs`, at which it was due. */
  begin(dueMs: number): void;
}

/** Timers of Node are as exact as a millisecond. */
const TIMER_STEP_MS = 1;

/**
 * Lets actions arrive as people do: independently of each other and of the gateway's responses (an open loop, a Poisson
 * process). A slow gateway therefore isn't spared: the actions that it delays count with the whole time since they were
 * due. Resolves at the end of the duration.
 */
export const arrive = async ({ ratePerSecond, durationMs, seed, isStopped, begin }: Arrivals): Promise<void> => {
  if (ratePerSecond === 0) return;
  const random = createRandomGenerator(seed);
  const nextPauseMs = (): number => (-Math.log(1 - random()) * 1_000) / ratePerSecond;
  const startMs = performance.now();
  for (let dueMs = startMs + nextPauseMs(); dueMs < startMs + durationMs; dueMs += nextPauseMs()) {
    while (performance.now() < dueMs && !isStopped())
      await delay(Math.min(1_000, Math.max(TIMER_STEP_MS, dueMs - performance.now())));
    if (isStopped()) return;
    begin(dueMs);
  }
};
