/** Number of rounds of a comparison. The first rounds only warm up and count for nothing. */
interface Rounds {
  readonly measured: number;
  readonly warmUp: number;
}

/**
 * Returns the measured values of each measurement, one for each round. The measurements take turns, also in being the
 * first, so that a busy moment of the machine affects all of them.
 */
export const measureInTurns = async (
  measurements: readonly (() => Promise<number>)[],
  rounds: Rounds,
): Promise<number[][]> => {
  const valuesByMeasurement = measurements.map((): number[] => []);
  for (let round = 0; round < rounds.warmUp + rounds.measured; round += 1) {
    const entries = [...measurements.entries()];
    for (const [index, measureOnce] of round % 2 === 0 ? entries : entries.toReversed()) {
      const value = await measureOnce();
      if (round >= rounds.warmUp) valuesByMeasurement[index]?.push(value);
    }
  }
  return valuesByMeasurement;
};
