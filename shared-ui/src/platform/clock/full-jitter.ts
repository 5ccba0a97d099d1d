/** Bounds of a back-off in milliseconds. */
export interface BackOff {
  readonly baseMs: number;
  readonly capMs: number;
}

/** Waiting time before try number `attempt` (from 0): anywhere up to the bound, so that many clients don't come back at once. */
export const fullJitter = ({ baseMs, capMs }: BackOff, attempt: number, random: () => number): number =>
  Math.round(random() * Math.min(capMs, baseMs * 2 ** Math.min(attempt, 20)));
