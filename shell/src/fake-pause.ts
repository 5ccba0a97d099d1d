const TURNS = 20;

/** Lets go on whatever waits for no more than its turn, as answers of a scenario do. For tests; no time passes in them. */
export const pause = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};
