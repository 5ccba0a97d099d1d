import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeOnEachEngine } from '../testing/temporary-database';
import { createTestClock } from '../testing/test-clock';
import { createPeriodicJob, makeClockJobsDue } from './periodic-jobs';
import type { PeriodicJob } from './periodic-jobs';

const JOB_INTERVAL_MS = 60_000;

/** A periodic job of the test, whose work depends on the gateway's clock. */
const clockJob: PeriodicJob = { name: 'cleanup', everyMs: JOB_INTERVAL_MS, clock: 'domain', run: async () => {} };

describeOnEachEngine('a periodic job', (databases) => {
  const openWorkers = async () => {
    const [database, otherDatabase] = [await databases.open(), await databases.open()];
    const clock = createTestClock('2026-06-24T09:30:00Z');
    const gatewaysOfRuns: string[] = [];
    const createJob = (gatewayName: string, jobDatabase = database, jobName = 'cleanup') =>
      createPeriodicJob(
        { ...clockJob, name: jobName, run: async () => void gatewaysOfRuns.push(gatewayName) },
        { database: jobDatabase, clock },
      );
    return {
      database,
      clock,
      ran: gatewaysOfRuns,
      jobOf: createJob,
      one: createJob('one'),
      other: createJob('other', otherDatabase),
    };
  };

  it('is run by one gateway at its pace, whichever finds it due', async () => {
    const { clock, ran, one, other: otherWorker } = await openWorkers();
    await Promise.all([one.run(), otherWorker.run()]);
    expect(ran).toHaveLength(1);
    clock.advance(JOB_INTERVAL_MS - 1);
    await one.run();
    expect(ran).toHaveLength(1);
    clock.advance(1);
    await Promise.all([otherWorker.run(), one.run()]);
    expect(ran).toHaveLength(2);
  });

  it('is checked more often than it runs, so that its period doesn’t double', async () => {
    const { one } = await openWorkers();
    expect(one.everyMs).toBeLessThan(JOB_INTERVAL_MS / 2);
  });

  it('takes no lock when it isn’t due', async () => {
    const { database, one } = await openWorkers();
    await one.run();
    const lockBefore = await database.knex('write_lock').first();
    await one.run();
    expect(await database.knex('write_lock').first()).toEqual(lockBefore);
  });

  it('is due at once after a move of the clock if it depends on this clock', async () => {
    const { database, ran, one, jobOf } = await openWorkers();
    const sibling = jobOf('sibling', database, 'sibling');
    const workers = [one, sibling, jobOf('real', database, 'real')];
    for (const worker of workers) await worker.run();
    await makeClockJobsDue(database, [
      clockJob,
      { ...clockJob, name: 'sibling' },
      { ...clockJob, name: 'real', clock: 'real' },
    ]);
    for (const worker of workers) await worker.run();
    expect(ran).toEqual(['one', 'sibling', 'real', 'one', 'sibling']);
  });

  it('that failed runs again at the next time, and not before', async () => {
    const { database, clock } = await openWorkers();
    let attemptCount = 0;
    const failingJob = createPeriodicJob(
      {
        ...clockJob,
        name: 'broken',
        run: async () => {
          attemptCount += 1;
          throw new Error('no');
        },
      },
      { database, clock },
    );
    await expect(failingJob.run()).rejects.toThrow('no');
    await failingJob.run();
    clock.advance(JOB_INTERVAL_MS);
    await expect(failingJob.run()).rejects.toThrow('no');
    expect(attemptCount).toBe(2);
  });

  describe('that takes longer than its period', () => {
    /** Opens two gateways, of which the first is in the middle of a run of the periodic job. */
    const openBusyWorkers = async ({ leaseMs }: { readonly leaseMs?: number } = {}) => {
      const { database, clock, ran, other: otherWorker } = await openWorkers();
      let finishJob = (): void => undefined;
      const whenJobFinished = new Promise<void>((resolve) => {
        finishJob = resolve;
      });
      const whenJobBegan = new Promise<void>((resolve) => {
        const busyJob = createPeriodicJob(
          {
            ...clockJob,
            everyMs: JOB_INTERVAL_MS / 10,
            run: () => {
              resolve();
              return whenJobFinished;
            },
          },
          { database, clock, ...(leaseMs === undefined ? {} : { leaseMs }) },
        );
        runningJob = busyJob.run();
      });
      await whenJobBegan;
      return {
        database,
        clock,
        ran,
        other: otherWorker,
        finish: async () => {
          finishJob();
          await runningJob;
        },
      };
    };
    let runningJob: Promise<void> = Promise.resolve();

    it('is not begun again before its end, also after a move of the clock', async () => {
      const { database, clock, ran, other: otherWorker, finish: finishJob } = await openBusyWorkers();
      clock.advance(JOB_INTERVAL_MS / 2);
      await otherWorker.run();
      await makeClockJobsDue(database, [clockJob]);
      await otherWorker.run();
      expect(ran).toEqual([]);
      await finishJob();
      await otherWorker.run();
      expect(ran).toEqual(['other']);
    });

    it('is leased for its whole duration', async () => {
      const { database, clock, ran, other: otherWorker, finish: finishJob } = await openBusyWorkers({ leaseMs: 30 });
      for (let periodIndex = 0; periodIndex < 3; periodIndex += 1) {
        clock.advance(JOB_INTERVAL_MS);
        // Waits until the lease has been prolonged.
        while (Number((await database.knex('periodic_job').first('leased_until'))?.leased_until) <= clock.realNow())
          await nextTurn();
        await otherWorker.run();
      }
      expect(ran).toEqual([]);
      await finishJob();
    });

    it('doesn’t hold up work that it has started and that outlasts it', async () => {
      const { database, clock } = await openWorkers();
      let endJob = (): void => undefined;
      const whenJobEnded = new Promise<void>((resolve) => (endJob = resolve));
      let laterWrite: Promise<unknown> = Promise.resolve();
      const startingJob = createPeriodicJob(
        {
          ...clockJob,
          run: async () => {
            laterWrite = whenJobEnded.then(() =>
              database.write(({ knex }) => knex('setting').insert({ key: 'later', value: '' })),
            );
          },
        },
        { database, clock },
      );
      await startingJob.run();
      endJob();
      await laterWrite;
      expect(await database.knex('setting').where({ key: 'later' })).toHaveLength(1);
    });

    it('writes nothing more after another gateway has begun the next run', async () => {
      const { database, clock, other: otherWorker } = await openWorkers();
      const insertSetting = (key: string) => database.write(({ knex }) => knex('setting').insert({ key, value: '' }));
      const pausedJob = createPeriodicJob(
        {
          ...clockJob,
          everyMs: JOB_INTERVAL_MS / 10,
          run: async () => {
            await insertSetting('before');
            clock.advance(60_000);
            await insertSetting('during');
            await otherWorker.run();
            await insertSetting('after');
          },
        },
        { database, clock },
      );
      await expect(pausedJob.run()).rejects.toThrow('Another gateway has begun');
      const keys = ['before', 'during', 'after'];
      const insertedRows = await database.knex<{ key: string }>('setting').whereIn('key', keys).orderBy('key');
      expect(insertedRows.map(({ key }) => key)).toEqual(['before', 'during']);
    });

    it('is run by another gateway a minute after its own has died', async () => {
      const { clock, ran, other: otherWorker, finish: finishJob } = await openBusyWorkers();
      clock.advance(60_000 - 1);
      await otherWorker.run();
      expect(ran).toEqual([]);
      clock.advance(1);
      await otherWorker.run();
      expect(ran).toEqual(['other']);
      await finishJob();
    });
  });
});
