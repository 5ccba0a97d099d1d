import { createSingleFlight } from './single-flight';

describe('createSingleFlight', () => {
  it('shares the run in progress among the callers of one key, and starts another one later', async () => {
    const singleFlight = createSingleFlight<number>();
    let runCount = 0;
    const countRun = async (): Promise<number> => (runCount += 1);
    await expect(
      Promise.all([singleFlight.run('menu', countRun), singleFlight.run('menu', countRun)]),
    ).resolves.toEqual([1, 1]);
    expect(singleFlight.current('menu')).toBeUndefined();
    await expect(singleFlight.run('menu', countRun)).resolves.toBe(2);
  });

  it('runs jobs of different keys independently', async () => {
    const flight = createSingleFlight<string>();
    const parallelRuns = ['menu', 'list'].map((flightKey) => flight.run(flightKey, async () => flightKey));
    await expect(Promise.all(parallelRuns)).resolves.toEqual(['menu', 'list']);
  });

  it('fails every caller of a failed run, and runs the next job', async () => {
    const flight = createSingleFlight<string>();
    const failingRuns = [1, 2].map(() => flight.run('menu', () => Promise.reject(new Error('disk full'))));
    for (const failingRun of failingRuns) await expect(failingRun).rejects.toThrow('disk full');
    await expect(flight.run('menu', async () => 'menu')).resolves.toBe('menu');
  });
});
