import { appendFileSync } from 'node:fs';
import { ok } from '@mahlzeit/contract';
import { pino } from 'pino';
import { bindMailJob } from '../../modules/mail/outbox';
import { openDatabase } from '../database/open-database';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { createJobWorker } from '../jobs/job-worker';
import { bindStampJob, requireHandler } from './job-harness';
import { createTestClock } from './test-clock';

/**
 * Arguments of this test process. The process runs due jobs of a database, prints the point that it has reached, and
 * waits there until the test kills it.
 */
const [databaseFile = '', now = '', point = '', mailFile = ''] = process.argv.slice(2);

const clock = createTestClock(Number(now));
const database = openDatabase({
  dialect: createSqliteDialect({ file: databaseFile, driver: 'better-sqlite3' }),
  realNow: clock.realNow,
});

const stayAtPoint = (reachedPoint: string): Promise<void> => {
  if (reachedPoint !== point) return Promise.resolve();
  process.stdout.write(`${reachedPoint}\n`);
  // A pending promise alone doesn't keep the process alive.
  return new Promise(() => setInterval(() => {}, 60_000));
};

const mailJob = requireHandler(
  bindMailJob({
    from: 'post@mahlzeit.test',
    transport: {
      async deliver({ id }) {
        await stayAtPoint('leased');
        appendFileSync(mailFile, `${id}\n`);
        await stayAtPoint('sent');
        return ok(undefined);
      },
    },
  }),
);
const job = mailFile === '' ? bindStampJob(database, stayAtPoint) : mailJob;

void createJobWorker(
  {
    database,
    queue: { wake: () => {} },
    clock,
    log: pino({ level: 'silent' }),
    onTried: () => void stayAtPoint('ended'),
  },
  job,
).run();
