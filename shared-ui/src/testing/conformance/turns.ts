// The page's original function: a remote under test may replace the global one.
const { setTimeout } = globalThis;

const waitTurn = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Maximum number of event loop turns for each phase, about three seconds. The limit counts turns instead of seconds,
 * because turns take longer on a busy machine.
 */
export const TURNS_ALLOWED = 300;

/** Waits until a condition holds, for at most `turns` turns of the event loop. Returns whether the condition holds. */
export const holdsWithin = async (turns: number, isTrue: () => boolean): Promise<boolean> => {
  for (let passedTurns = 0; passedTurns < turns; passedTurns += 1) {
    if (isTrue()) return true;
    await waitTurn(passedTurns < 20 ? 0 : 10);
  }
  return isTrue();
};

/** Outcome of some work; `late` when the work hasn't ended within its limit. */
type Ending<T> =
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'late' };

/** Waits for some work, for at most `turns` turns of the event loop. */
export const endingWithin = async <T>(turns: number, work: () => Promise<T>): Promise<Ending<T>> => {
  const endings: Ending<T>[] = [];
  const run = async (): Promise<void> => {
    try {
      endings.push({ state: 'done', value: await work() });
    } catch (error) {
      endings.push({ state: 'failed', error });
    }
  };
  void run(); // Not awaited: `run` never rejects, but its work may never end.
  await holdsWithin(turns, () => endings.length > 0);
  return endings[0] ?? { state: 'late' };
};
