import { appendFileSync } from 'node:fs';
import { ok } from '@mahlzeit/contract';
import { pino } from 'pino';
import { bindMailJobs } from '../../modules/mail/outbox';
import { openDatabase } from '../database/open-database';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { createJobWorker } from '../jobs/job-worker';
import { bindStampJob, requireHandler } from './job-harness';
import { createTestClock } from './test-clock';
import { createTestSecrets } from './test-secrets';

/**
 * Arguments of this test process. The process runs due jobs of a database. When a job reaches the moment that
 * `stopPoint` names, the process prints this name and waits until the test kills it.
 */
const [databaseFile = '', startTime = '', stopPoint = '', mailFile = ''] = process.argv.slice(2);

const clock = createTestClock(Number(startTime));
const database = openDatabase({
  dialect: createSqliteDialect({ file: databaseFile, driver: 'better-sqlite3' }),
  realNow: clock.realNow,
});

const waitAtPoint = (reachedPoint: string): Promise<void> => {
  if (reachedPoint !== stopPoint) return Promise.resolve();
  process.stdout.write(`${reachedPoint}\n`);
  // Keeps the process alive by a timer, which a pending promise alone doesn't.
  return new Promise(() => setInterval(() => {}, 60_000));
};

const [mailJob] = bindMailJobs({
  from: 'post@mahlzeit.test',
  transport: {
    async deliver({ id }) {
      await waitAtPoint('leased');
      appendFileSync(mailFile, `${id}\n`);
      await waitAtPoint('sent');
      return ok(undefined);
    },
  },
  secrets: createTestSecrets(clock.realNow),
});
const processedJob = mailFile === '' ? bindStampJob(database, waitAtPoint) : requireHandler(mailJob);

void createJobWorker(
  {
    database,
    queue: { wake: () => {} },
    clock,
    log: pino({ level: 'silent' }),
    onTried: () => void waitAtPoint('ended'),
  },
  processedJob,
).run();
