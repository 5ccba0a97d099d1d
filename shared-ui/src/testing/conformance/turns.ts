// Original `setTimeout` of the page. A remote under test may replace the global function.
const { setTimeout } = globalThis;

const waitTurn = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Maximum number of event loop turns for each phase, about three seconds. The limit counts turns instead of seconds,
 * because turns take longer on a busy machine.
 */
export const MAX_EVENT_LOOP_TURNS = 300;

/**
 * Waits until a condition holds, for at most `maxTurns` turns of the event loop. Returns whether the condition holds.
 */
export const conditionHoldsWithin = async (maxTurns: number, condition: () => boolean): Promise<boolean> => {
  for (let passedTurns = 0; passedTurns < maxTurns; passedTurns += 1) {
    if (condition()) return true;
    await waitTurn(passedTurns < 20 ? 0 : 10);
  }
  return condition();
};

/** Result of a function with a time limit; `late` if the function hasn't ended within the limit. */
type WorkOutcome<T> =
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'late' };

/**
 * Runs a function and waits for at most `maxTurns` turns of the event loop. Never rejects: an exception becomes the
 * state `failed`.
 */
export const workOutcomeWithin = async <T>(maxTurns: number, work: () => Promise<T>): Promise<WorkOutcome<T>> => {
  const workOutcomes: WorkOutcome<T>[] = [];
  const runWork = async (): Promise<void> => {
    try {
      workOutcomes.push({ state: 'done', value: await work() });
    } catch (error) {
      workOutcomes.push({ state: 'failed', error });
    }
  };
  void runWork(); // Not awaited: `runWork` never rejects, but its work may never end.
  await conditionHoldsWithin(maxTurns, () => workOutcomes.length > 0);
  return workOutcomes[0] ?? { state: 'late' };
};
