import { err, ok } from '@mahlzeit/contract';
import { pino } from 'pino';
import type { OpenDatabase } from '../database/open-database';
import { bindStampJob, remindJob, requireHandler, stampJob, countStampsOf } from '../testing/job-harness';
import type { RunnableJob } from '../testing/job-harness';
import { describeOnEachEngine } from '../testing/temporary-database';
import { createTestClock } from '../testing/test-clock';
import { bindJob, retryPauseMs } from './job';
import { createDeadLetters, createJobQueue, DEAD_RETENTION_MS, pruneDeadJobs } from './job-queue';
import type { JobContext, JobError } from './job-types';
import { createJobWorker, LEASE_MS } from './job-worker';

describe('the pause after a failed attempt', () => {
  it('doubles from five seconds to a quarter of an hour', () => {
    expect([1, 2, 3, 8, 9, 50].map((attemptCount) => retryPauseMs(attemptCount, 1))).toEqual([
      5_000, 10_000, 20_000, 640_000, 900_000, 900_000,
    ]);
  });

  it('is random in its second half, and never shorter than the one before', () => {
    expect([0, 0.5].map((randomShare) => retryPauseMs(3, randomShare))).toEqual([10_000, 15_000]);
    for (let attempts = 1; attempts < 8; attempts += 1)
      expect(retryPauseMs(attempts + 1, 0)).toBeGreaterThanOrEqual(retryPauseMs(attempts, 1));
  });
});

describeOnEachEngine('a job', (databases) => {
  const openJobQueue = async () => {
    const database = await databases.open();
    const clock = createTestClock('2026-06-24T09:30:00Z');
    const queue = createJobQueue(clock);
    const logLines: string[] = [];
    const attemptOutcomes: string[] = [];
    const log = pino({ level: 'debug' }, { write: (logLine: string) => void logLines.push(logLine) });
    const createWorkerOn = (workerDatabase: OpenDatabase, job: RunnableJob, leaseMs?: number) =>
      createJobWorker(
        {
          database: workerDatabase,
          queue,
          clock,
          log,
          onTried: (_kind, isAttemptDone) => void attemptOutcomes.push(isAttemptDone ? 'done' : 'failed'),
          random: () => 1,
          ...(leaseMs !== undefined && { leaseMs }),
        },
        job,
      );
    const stampWorker = createWorkerOn(database, bindStampJob(database));
    const enqueueStamp = (paperName: string, job: { key?: string; dueAt?: number } = {}, targetDatabase = database) =>
      targetDatabase.write((tx) => queue.enqueue(tx, stampJob, { payload: { paper: paperName }, ...job }));
    const countStamps = (paperName: string) => countStampsOf(database.knex, paperName);
    const createFailingJob = (errors: readonly (JobError | Error)[], contexts: JobContext[] = []) =>
      requireHandler(
        bindJob(stampJob, async (_payload, context) => {
          const error = errors[contexts.length];
          contexts.push(context);
          if (error instanceof Error) throw error;
          return error === undefined ? ok(undefined) : err(error);
        }),
      );
    const deadLetters = createDeadLetters({ database, clock });
    return {
      database,
      clock,
      queue,
      logged: logLines,
      tried: attemptOutcomes,
      workerOn: createWorkerOn,
      stampWorker,
      enqueue: enqueueStamp,
      stamps: countStamps,
      failing: createFailingJob,
      deadLetters,
    };
  };
  const laterError: JobError = { kind: 'later', reason: 'notToday' };

  it('runs after the commit, and never after a rollback', async () => {
    const { database, queue, stampWorker, stamps } = await openJobQueue();
    const failedWrite = database.write(async (tx) => {
      await queue.enqueue(tx, stampJob, { payload: { paper: 'a' } });
      throw new Error('taken back');
    });
    await expect(failedWrite).rejects.toThrow('taken back');
    await database.write((tx) => queue.enqueue(tx, stampJob, { payload: { paper: 'b' } }));
    await stampWorker.run();
    expect([await stamps('a'), await stamps('b'), await database.knex('job')]).toEqual([0, 1, []]);
  });

  it('wakes its worker after the commit, if there is one', async () => {
    const { database, queue, clock } = await openJobQueue();
    const wokenKinds: string[] = [];
    queue.onWake((kind) => wokenKinds.push(kind));
    await database.write(async (tx) => {
      await queue.enqueue(tx, stampJob, { payload: { paper: 'a' } });
      expect(wokenKinds).toEqual([]);
    });
    expect(wokenKinds).toEqual(['test/stamp']);
    await database.write((tx) => queue.enqueue(tx, stampJob, { payload: { paper: 'b' }, dueAt: clock.realNow() + 1 }));
    await database
      .write(async (tx) => {
        await queue.enqueue(tx, stampJob, { payload: { paper: 'c' } });
        throw new Error('taken back');
      })
      .catch(() => undefined);
    expect(wokenKinds).toEqual(['test/stamp']);
  });

  it('wakes its worker only with the whole transaction, when its write is nested', async () => {
    const { database, queue } = await openJobQueue();
    const wokenKinds: string[] = [];
    queue.onWake((kind) => wokenKinds.push(kind));
    await database.writeInTransaction(async () => {
      await database.write((tx) => queue.enqueue(tx, stampJob, { payload: { paper: 'a' } }));
      await database
        .write(async (tx) => {
          await queue.enqueue(tx, remindJob, { payload: { text: 'taken back' } });
          throw new Error('taken back');
        })
        .catch(() => undefined);
      expect(wokenKinds).toEqual([]);
    });
    expect(wokenKinds).toEqual(['test/stamp']);
  });

  it('of one kind and key waits once: the last one counts', async () => {
    const { database, enqueue, stampWorker, stamps, clock } = await openJobQueue();
    await enqueue('first', { key: 'paper' });
    await enqueue('second', { key: 'paper', dueAt: clock.realNow() + 1_000 });
    await stampWorker.run();
    expect(await stamps('second')).toBe(0);
    clock.advance(1_000);
    await stampWorker.run();
    expect([await stamps('first'), await stamps('second'), await database.knex('job')]).toEqual([0, 1, []]);
  });

  it('is replaced by another of its kind and key while it runs', async () => {
    const { database, enqueue, workerOn, stampWorker, stamps } = await openJobQueue();
    await enqueue('first', { key: 'paper' });
    let isJobReplaced = false;
    await workerOn(
      database,
      bindStampJob(database, async (jobPoint) => {
        if (jobPoint !== 'leased' || isJobReplaced) return;
        isJobReplaced = true;
        await enqueue('second', { key: 'paper' });
      }),
    ).run();
    await stampWorker.run();
    expect([await stamps('first'), await stamps('second')]).toEqual([0, 1]);
  });

  it('takes no lock when none is due', async () => {
    const { database, enqueue, clock, stampWorker } = await openJobQueue();
    await enqueue('a', { dueAt: clock.realNow() + 1 });
    const lockBefore = await database.knex('write_lock').first();
    await stampWorker.run();
    expect(await database.knex('write_lock').first()).toEqual(lockBefore);
  });

  it('uses the clock of its kind', async () => {
    const { database, queue, clock, workerOn } = await openJobQueue();
    const remindedTexts: string[] = [];
    const worker = workerOn(
      database,
      requireHandler(
        bindJob(remindJob, async ({ text }) => {
          remindedTexts.push(text);
          return ok(undefined);
        }),
      ),
    );
    const dueTomorrow = clock.now() + 24 * 60 * 60_000;
    await database.write((tx) => queue.enqueue(tx, remindJob, { payload: { text: 'tomorrow' }, dueAt: dueTomorrow }));
    await worker.run();
    clock.moveTo(dueTomorrow - 1);
    await worker.run();
    expect(remindedTexts).toEqual([]);
    clock.moveTo(dueTomorrow);
    await worker.run();
    expect(remindedTexts).toEqual(['tomorrow']);
  });

  it('of the domain clock pauses in real time and is given up by its first attempt, however long it was queued', async () => {
    const { database, queue, clock, workerOn, tried } = await openJobQueue();
    const worker = workerOn(
      database,
      requireHandler(bindJob(remindJob, async () => (tried.length === 0 ? err(laterError) : ok(undefined)))),
    );
    const dueNextYear = clock.now() + 365 * 24 * 60 * 60_000;
    await database.write((tx) => queue.enqueue(tx, remindJob, { payload: { text: 'in a year' }, dueAt: dueNextYear }));
    clock.advance(365 * 24 * 60 * 60_000);
    await worker.run();
    clock.moveTo(clock.now() + 60_000);
    await worker.run();
    expect(tried).toEqual(['failed']);
    clock.advance(5_000);
    await worker.run();
    expect(tried).toEqual(['failed', 'done']);
  });

  it('is retried after growing pauses, under the same id', async () => {
    const { database, enqueue, workerOn, failing, clock, tried } = await openJobQueue();
    const contexts: JobContext[] = [];
    const worker = workerOn(database, failing([laterError, new Error('broken'), laterError], contexts));
    await enqueue('a');
    for (const pauseMs of [5_000, 10_000, 20_000]) {
      await worker.run();
      const attemptsBefore = contexts.length;
      clock.advance(pauseMs - 1);
      await worker.run();
      expect(contexts).toHaveLength(attemptsBefore);
      clock.advance(1);
    }
    await worker.run();
    expect(contexts.map(({ attempts }) => attempts)).toEqual([1, 2, 3, 4]);
    expect(new Set(contexts.map(({ id }) => id)).size).toBe(1);
    expect(tried).toEqual(['failed', 'failed', 'failed', 'done']);
  });

  it('ends the round when no job of its kind can succeed at present', async () => {
    const { database, enqueue, workerOn, failing, tried } = await openJobQueue();
    const worker = workerOn(database, failing([{ kind: 'unreachable', reason: 'away' }]));
    await enqueue('a');
    await enqueue('b');
    await worker.run();
    expect(tried).toEqual(['failed']);
    await worker.run();
    expect(tried).toEqual(['failed', 'done']);
  });

  it.each<[string, (firstError: JobError) => (JobError | Error)[], number, string]>([
    ['at once where no try will succeed', () => [{ kind: 'refused', reason: '550' }], 0, '550'],
    [
      'after its time where it failed each time',
      (error) => Array.from({ length: 20 }, () => error),
      60 * 60_000,
      'notToday',
    ],
    [
      'after its time where it threw each time',
      () => Array.from({ length: 20 }, () => Object.assign(new Error('anna@mahlzeit.test'), { code: 'ECONNREFUSED' })),
      60 * 60_000,
      'ECONNREFUSED',
    ],
  ])('is given up %s, and stored with the reason', async (_title, jobErrorsAfter, givenUpAfterMs, deathReason) => {
    const { database, enqueue, workerOn, failing, clock, deadLetters, logged } = await openJobQueue();
    const worker = workerOn(database, failing(jobErrorsAfter(laterError)));
    await enqueue('a');
    const startedAt = clock.realNow();
    while ((await database.knex('job')).length > 0) {
      await worker.run();
      clock.advance(60_000);
    }
    expect(clock.realNow() - startedAt).toBeLessThanOrEqual(givenUpAfterMs + 60_000);
    expect(await deadLetters.list()).toEqual([
      expect.objectContaining({ kind: 'test/stamp', reason: deathReason, queuedAt: startedAt }),
    ]);
    expect(logged.at(-1)).toContain('a job is given up');
  });

  it('that this release can’t parse is given up', async () => {
    const { database, enqueue, stampWorker, deadLetters } = await openJobQueue();
    await enqueue('a');
    await database.write(({ knex }) => knex('job').update({ payload: '{"paper":7}' }));
    await stampWorker.run();
    expect(await deadLetters.list()).toEqual([expect.objectContaining({ reason: 'malformedPayload' })]);
  });

  it('is run by another worker after its lease, and the slow one changes nothing any more', async () => {
    const { database, enqueue, workerOn, clock, stamps, tried, logged } = await openJobQueue();
    const otherDatabase = await databases.open();
    await enqueue('a');
    const slowWorker = workerOn(
      database,
      bindStampJob(database, async (jobPoint, { attempts }) => {
        if (jobPoint !== 'leased') return;
        await workerOn(otherDatabase, bindStampJob(otherDatabase)).run();
        expect([attempts, await stamps('a')]).toEqual([1, 0]);
        clock.advance(LEASE_MS);
        await workerOn(otherDatabase, bindStampJob(otherDatabase)).run();
        expect(await stamps('a')).toBe(1);
      }),
    );
    await slowWorker.run();
    expect([await stamps('a'), await database.knex('job'), await database.knex('dead_job')]).toEqual([1, [], []]);
    expect(tried).toEqual(['done', 'failed']);
    expect(logged).toEqual([expect.stringContaining('leaseLost')]);
    expect(logged[0]).not.toContain('stack');
  });

  it('is ended only by the worker that leases it, also after a failure', async () => {
    const { database, enqueue, workerOn, failing, clock, stamps, tried } = await openJobQueue();
    await enqueue('a');
    await workerOn(
      database,
      bindStampJob(database, async (jobPoint) => {
        if (jobPoint !== 'leased') return;
        clock.advance(LEASE_MS);
        await workerOn(database, failing([laterError])).run();
      }),
    ).run();
    expect([await stamps('a'), (await database.knex('job')).length, tried]).toEqual([0, 1, ['failed', 'failed']]);
    const [job]: { attempts: number; due_at: number }[] = await database.knex('job');
    // The pause is the one that the second attempt has set. The end of the first attempt, which has lost its lease,
    // changes nothing.
    expect([job?.attempts, Number(job?.due_at) - clock.realNow()]).toEqual([2, 10_000]);
  });

  it('that hangs doesn’t block the others', async () => {
    const { database, enqueue, workerOn, tried } = await openJobQueue();
    let jobRunCount = 0;
    const worker = workerOn(
      database,
      requireHandler(
        bindJob(stampJob, () => ((jobRunCount += 1) === 1 ? new Promise(() => {}) : Promise.resolve(ok(undefined)))),
      ),
      1,
    );
    await enqueue('a');
    await enqueue('b');
    await worker.run();
    expect(tried).toEqual(['failed', 'done']);
  });

  it('is not repeated for an error after its commit', async () => {
    const { database, enqueue, workerOn, stampWorker, stamps, tried } = await openJobQueue();
    await enqueue('a');
    await workerOn(
      database,
      bindStampJob(database, async (jobPoint) => {
        if (jobPoint === 'committed') throw new Error('too late');
      }),
    ).run();
    await stampWorker.run();
    expect([await stamps('a'), tried]).toEqual([1, ['done']]);
  });

  it('leaves nothing when its write fails after `complete`, and is repeated', async () => {
    const { database, enqueue, workerOn, stampWorker, stamps, clock, tried } = await openJobQueue();
    await enqueue('a');
    await workerOn(
      database,
      bindStampJob(database, async (jobPoint) => {
        if (jobPoint === 'completed') throw new Error('no');
      }),
    ).run();
    expect(await stamps('a')).toBe(0);
    clock.advance(5_000);
    await stampWorker.run();
    expect([await stamps('a'), tried]).toEqual([1, ['failed', 'done']]);
  });

  it.each([
    [0, 60_000],
    [5, 160_000],
  ])(
    'that killed whoever did it %i times is leased for %i ms: it comes less and less often',
    async (killCount, leaseDurationMs) => {
      const { database, enqueue, workerOn, clock } = await openJobQueue();
      await enqueue('a');
      await database.write(({ knex }) =>
        knex('job').update({ lease: 'of the dead', attempts: killCount, first_tried_at: clock.realNow() }),
      );
      const leaseDurations: number[] = [];
      await workerOn(
        database,
        bindStampJob(database, async (jobPoint) => {
          if (jobPoint === 'leased')
            leaseDurations.push(Number((await database.knex('job').first('due_at')).due_at) - clock.realNow());
        }),
      ).run();
      expect(leaseDurations).toEqual([leaseDurationMs]);
    },
  );

  it('that kills its process is given up in the end', async () => {
    const { database, enqueue, stampWorker, clock, deadLetters, stamps } = await openJobQueue();
    await enqueue('a');
    // Sets the state in which a killed process leaves a job.
    await database.write(({ knex }) =>
      knex('job').update({ lease: 'of the dead', attempts: 5, first_tried_at: clock.realNow() }),
    );
    clock.advance(60 * 60_000 + 1);
    await stampWorker.run();
    expect([await stamps('a'), await deadLetters.list()]).toEqual([
      0,
      [expect.objectContaining({ reason: 'interrupted' })],
    ]);
  });

  it('is shared by two gateways: each job runs once', async () => {
    const { enqueue, stampWorker, workerOn, stamps } = await openJobQueue();
    const otherDatabase = await databases.open();
    const otherWorker = workerOn(otherDatabase, bindStampJob(otherDatabase));
    const papers = Array.from({ length: 20 }, (_, index) => `paper ${index}`);
    for (const paperName of papers) await enqueue(paperName);
    await Promise.all([stampWorker.run(), otherWorker.run()]);
    for (const paperName of papers) expect(await stamps(paperName)).toBe(1);
  });

  it('lets other work run between two jobs', async () => {
    const { enqueue, stampWorker, stamps } = await openJobQueue();
    for (let jobIndex = 0; jobIndex < 10; jobIndex += 1) await enqueue('a');
    let [loopIterations, isWorkerFinished] = [0, false];
    const countIteration = (): void => {
      loopIterations += 1;
      if (!isWorkerFinished) setImmediate(countIteration);
    };
    setImmediate(countIteration);
    await stampWorker.run();
    isWorkerFinished = true;
    expect(await stamps('a')).toBe(10);
    expect(loopIterations).toBeGreaterThanOrEqual(10);
  });

  it('asks to be woken again when more jobs wait than a round takes', async () => {
    const { database, enqueue, queue, stampWorker, stamps } = await openJobQueue();
    for (let number = 0; number < 51; number += 1) await enqueue('a');
    const wokenKinds: string[] = [];
    queue.onWake((kind) => wokenKinds.push(kind));
    await stampWorker.run();
    expect([await stamps('a'), wokenKinds, (await database.knex('job')).length]).toEqual([50, ['test/stamp'], 1]);
  });

  describe('that was given up', () => {
    const openDeadJob = async () => {
      const queueHarness = await openJobQueue();
      await queueHarness.enqueue('a', { key: 'paper' });
      await queueHarness
        .workerOn(queueHarness.database, queueHarness.failing([{ kind: 'refused', reason: '550' }]))
        .run();
      const [deadLetter] = await queueHarness.deadLetters.list();
      return { ...queueHarness, id: deadLetter?.id ?? '' };
    };

    it.each(['kind', 'id'] as const)('is queued again by its %s, with its full time', async (retryKey) => {
      const { deadLetters, id, clock, stampWorker, stamps } = await openDeadJob();
      clock.advance(2 * 60 * 60_000);
      expect(await deadLetters.retry(retryKey === 'id' ? id : 'test/stamp')).toBe(1);
      await stampWorker.run();
      expect([await stamps('a'), await deadLetters.list()]).toEqual([1, []]);
    });

    it('is replaced by another of its kind and key', async () => {
      const { deadLetters, id, enqueue, stampWorker, stamps } = await openDeadJob();
      await enqueue('b', { key: 'paper' });
      await deadLetters.retry(id);
      await stampWorker.run();
      expect([await stamps('a'), await stamps('b')]).toEqual([0, 1]);
    });

    it('is deleted on request, alone', async () => {
      const { deadLetters, id } = await openDeadJob();
      expect(await deadLetters.drop('somebody-else')).toBe(0);
      expect(await deadLetters.list()).toHaveLength(1);
      expect(await deadLetters.drop(id)).toBe(1);
      expect(await deadLetters.list()).toEqual([]);
    });

    it('is deleted after its retention', async () => {
      const { database, deadLetters, clock } = await openDeadJob();
      await pruneDeadJobs(database, clock.realNow() + DEAD_RETENTION_MS);
      expect(await deadLetters.list()).toHaveLength(1);
      await pruneDeadJobs(database, clock.realNow() + DEAD_RETENTION_MS + 1);
      expect(await deadLetters.list()).toEqual([]);
    });
  });
});
