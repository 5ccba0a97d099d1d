import { pino } from 'pino';
import { err, ok } from '@mahlzeit/contract';
import { createMetrics } from '../metrics';
import { remindJob, requireHandler, stampJob } from '../testing/job-harness';
import { openTemporaryDatabase } from '../testing/temporary-database';
import { createTestClock } from '../testing/test-clock';
import { bindJob } from './job';
import { measureJobs } from './job-metrics';
import { createDeadLetters, createJobQueue } from './job-queue';
import { createJobWorker } from './job-worker';

it('the metrics count waiting, dead and attempted jobs by kind', async () => {
  const clock = createTestClock('2026-06-24T09:30:00Z');
  const { database, remove } = await openTemporaryDatabase(clock.realNow);
  const metrics = createMetrics();
  const stampJobHandler = requireHandler(
    bindJob(stampJob, async ({ paper }) => (paper === 'bad' ? err({ kind: 'refused', reason: '550' }) : ok(undefined))),
  );
  measureJobs({ metrics, database, clock, boundJobs: [stampJobHandler, bindJob(remindJob, null)] });
  const queue = createJobQueue(clock);
  const worker = createJobWorker(
    {
      database,
      queue,
      clock,
      log: pino({ level: 'silent' }),
      onTried: (jobKind, isDone) => (isDone ? metrics.jobsDone : metrics.jobsFailed).inc({ kind: jobKind }),
    },
    stampJobHandler,
  );
  const jobMetricLines = async () =>
    (await metrics.registry.metrics()).split('\n').filter((metricLine) => metricLine.startsWith('mahlzeit_jobs_'));

  expect(await jobMetricLines()).toEqual(
    expect.arrayContaining([
      'mahlzeit_jobs_waiting{kind="test/remind"} 0',
      'mahlzeit_jobs_dead{kind="test/stamp"} 0',
      'mahlzeit_jobs_done_total{kind="test/stamp"} 0',
    ]),
  );
  for (const paperName of ['good', 'good', 'bad'])
    await database.write((tx) => queue.enqueue(tx, stampJob, { payload: { paper: paperName } }));
  await worker.run();
  await database.write((tx) => queue.enqueue(tx, stampJob, { payload: { paper: 'next' } }));
  clock.advance(90_000);
  expect(await jobMetricLines()).toEqual(
    expect.arrayContaining([
      'mahlzeit_jobs_waiting{kind="test/stamp"} 1',
      'mahlzeit_jobs_overdue_seconds{kind="test/stamp"} 90',
      'mahlzeit_jobs_overdue_seconds{kind="test/remind"} 0',
      'mahlzeit_jobs_dead{kind="test/stamp"} 1',
      'mahlzeit_jobs_done_total{kind="test/stamp"} 2',
      'mahlzeit_jobs_failed_total{kind="test/stamp"} 1',
    ]),
  );
  // Renames the kind of a failed job: this kind existed only in an earlier release.
  await database.write(({ knex }) => knex('dead_job').update({ kind: 'test/gone' }));
  expect(await jobMetricLines()).toEqual(
    expect.arrayContaining(['mahlzeit_jobs_dead{kind="test/gone"} 1', 'mahlzeit_jobs_dead{kind="test/stamp"} 0']),
  );
  await createDeadLetters({ database, clock }).drop('test/gone');
  expect((await jobMetricLines()).join()).not.toContain('test/gone');
  await remove();
});
