// The page's original functions: a remote under inspection may replace them.
const { setTimeout } = globalThis;

const waitTurn = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Turns of the event loop that each phase may take, about three seconds. Turns, not seconds: a busy machine makes them
 * longer.
 */
export const TURNS_ALLOWED = 300;

/** Waits until a condition holds. Returns false if it doesn't within so many turns of the event loop. */
export const holdsWithin = async (turns: number, isTrue: () => boolean): Promise<boolean> => {
  for (let passedTurns = 0; passedTurns < turns; passedTurns += 1) {
    if (isTrue()) return true;
    await waitTurn(passedTurns < 20 ? 0 : 10);
  }
  return isTrue();
};

/** Outcome of some work, if it has ended. */
type Ending<T> =
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'late' };

/** Waits for some work, at most so many turns of the event loop. */
export const endingWithin = async <T>(turns: number, work: () => Promise<T>): Promise<Ending<T>> => {
  const endings: Ending<T>[] = [];
  const run = async (): Promise<void> => {
    try {
      endings.push({ state: 'done', value: await work() });
    } catch (error) {
      endings.push({ state: 'failed', error });
    }
  };
  void run(); // Never rejects, and may never end.
  await holdsWithin(turns, () => endings.length > 0);
  return endings[0] ?? { state: 'late' };
};
