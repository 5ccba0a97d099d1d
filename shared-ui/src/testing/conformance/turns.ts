// The page's original function: a remote under test may replace the global one.
const { setTimeout } = globalThis;

const waitTurn = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Maximum number of event loop turns for each phase, about three seconds. The limit counts turns instead of seconds,
 * because turns take longer on a busy machine.
 */
export const MAX_TURNS = 300;

/**
 * Waits until a condition holds, for at most `maxTurns` turns of the event loop. Returns whether the condition holds.
 */
export const holdsWithin = async (maxTurns: number, condition: () => boolean): Promise<boolean> => {
  for (let passedTurns = 0; passedTurns < maxTurns; passedTurns += 1) {
    if (condition()) return true;
    await waitTurn(passedTurns < 20 ? 0 : 10);
  }
  return condition();
};

/** Outcome of some work; `late` when the work hasn't ended within its limit. */
type WorkOutcome<T> =
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'late' };

/** Waits for some work, for at most `maxTurns` turns of the event loop. */
export const endingWithin = async <T>(maxTurns: number, work: () => Promise<T>): Promise<WorkOutcome<T>> => {
  const outcomes: WorkOutcome<T>[] = [];
  const runWork = async (): Promise<void> => {
    try {
      outcomes.push({ state: 'done', value: await work() });
    } catch (error) {
      outcomes.push({ state: 'failed', error });
    }
  };
  void runWork(); // Not awaited: `runWork` never rejects, but its work may never end.
  await holdsWithin(maxTurns, () => outcomes.length > 0);
  return outcomes[0] ?? { state: 'late' };
};
