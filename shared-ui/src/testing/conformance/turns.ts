// The page's own functions: a remote under inspection may replace them.
const { setTimeout } = globalThis;

const turn = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Turns of the event loop that anything may take, about three seconds. Turns, not seconds: a busy machine makes them
 * longer.
 */
export const TURNS_ALLOWED = 300;

/** Waits until something holds. Returns false if it doesn't within so many turns of the event loop. */
export const holdsWithin = async (turns: number, holds: () => boolean): Promise<boolean> => {
  for (let passed = 0; passed < turns; passed += 1) {
    if (holds()) return true;
    await turn(passed < 20 ? 0 : 10);
  }
  return holds();
};

/** How a piece of work ended, if it did. */
type Ending<T> =
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'late' };

/** Waits for a piece of work, but not longer than so many turns of the event loop. */
export const endingWithin = async <T>(turns: number, work: () => Promise<T>): Promise<Ending<T>> => {
  const endings: Ending<T>[] = [];
  const run = async (): Promise<void> => {
    try {
      endings.push({ state: 'done', value: await work() });
    } catch (error) {
      endings.push({ state: 'failed', error });
    }
  };
  void run(); // It never rejects, and may never end.
  await holdsWithin(turns, () => endings.length > 0);
  return endings[0] ?? { state: 'late' };
};
