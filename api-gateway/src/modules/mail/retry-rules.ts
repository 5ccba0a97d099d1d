const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 15 * 60_000;

/** A message that could not be sent within a day has nothing more to say. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/** How long to wait after that many tries: doubles, up to a quarter of an hour. */
export const pauseAfter = (attempts: number): number => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));

/** Whether another try after that pause would come too late. */
export const isHopeless = ({ queuedAt, attempts }: { readonly queuedAt: number; readonly attempts: number }, realNow: number): boolean =>
  realNow + pauseAfter(attempts) - queuedAt > GIVE_UP_AFTER_MS;
