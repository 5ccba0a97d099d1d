import { createSingleFlight } from './single-flight';

describe('createSingleFlight', () => {
  it('shares the run in progress among the callers of one key, and starts another one later', async () => {
    const flight = createSingleFlight<number>();
    let runs = 0;
    const job = async (): Promise<number> => (runs += 1);
    await expect(Promise.all([flight.run('menu', job), flight.run('menu', job)])).resolves.toEqual([1, 1]);
    expect(flight.current('menu')).toBeUndefined();
    await expect(flight.run('menu', job)).resolves.toBe(2);
  });

  it('runs jobs of different keys independently', async () => {
    const flight = createSingleFlight<string>();
    const runs = ['menu', 'list'].map((key) => flight.run(key, async () => key));
    await expect(Promise.all(runs)).resolves.toEqual(['menu', 'list']);
  });

  it('fails every caller of a failed run, and runs the next job', async () => {
    const flight = createSingleFlight<string>();
    const failing = [1, 2].map(() => flight.run('menu', () => Promise.reject(new Error('disk full'))));
    for (const run of failing) await expect(run).rejects.toThrow('disk full');
    await expect(flight.run('menu', async () => 'menu')).resolves.toBe('menu');
  });
});
