import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { migrations } from '../../../migrations';
import { bindMailJobs, createOutbox } from '../../modules/mail/outbox';
import { createFakeMailTransport } from '../../modules/mail/fakes/fake-mail-transport';
import { openDatabase } from '../database/open-database';
import type { OpenDatabase } from '../database/open-database';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { bundledProgram } from '../testing/bundled-program';
import { bindStampJob, requireHandler, stampJob, countStampsOf } from '../testing/job-harness';
import type { RunnableJob } from '../testing/job-harness';
import { createTestSecrets } from '../testing/test-secrets';
import { createTestClock } from '../testing/test-clock';
import { createJobQueue } from './job-queue';
import { createJobWorker, LEASE_MS } from './job-worker';

const repositoryRoot = join(__dirname, '../../../..');
const jobProgram = bundledProgram('src/platform/testing/job-process-main.ts');

/**
 * Starts a process that runs due jobs, and kills it when it prints `killPoint`, the name of a moment in the middle of a
 * job.
 */
const runWorkerKilledAt = async (
  killPoint: string,
  [databaseFile, domainTime, mailFile]: readonly [string, number, string],
): Promise<void> => {
  const workerProcess = spawn(process.execPath, [jobProgram(), databaseFile, `${domainTime}`, killPoint, mailFile], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const whenExited = once(workerProcess, 'exit');
  const reachedPoint = await Promise.race([
    once(createInterface(workerProcess.stdout), 'line').then(([text]: unknown[]) => text),
    whenExited.then(() => 'ended too early'),
  ]);
  workerProcess.kill('SIGKILL');
  await whenExited;
  expect(reachedPoint).toBe(killPoint);
};

describe('a job whose process is killed', () => {
  const databaseClosers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const closeDatabase of databaseClosers.splice(0)) await closeDatabase();
  });

  const openJobQueue = async () => {
    const databaseFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-killed-'));
    const databaseFile = join(databaseFolder, 'test.db');
    const clock = createTestClock('2026-06-24T09:30:00Z');
    const database: OpenDatabase = openDatabase({
      dialect: createSqliteDialect({ file: databaseFile, driver: 'better-sqlite3' }),
      realNow: clock.realNow,
    });
    databaseClosers.push(async () => {
      await database.close();
      rmSync(databaseFolder, { recursive: true, force: true });
    });
    await database.migrate(migrations);
    const queue = createJobQueue(clock);
    const workerOf = (job: RunnableJob) =>
      createJobWorker({ database, queue, clock, log: pino({ level: 'silent' }), onTried: () => {} }, job);
    const mailFile = join(databaseFolder, 'sent.txt');
    const readKilledProcessMails = (): string[] =>
      existsSync(mailFile) ? readFileSync(mailFile, 'utf8').trim().split('\n') : [];
    return { database, databaseFile, mailFile, clock, queue, workerOf, sentByTheKilled: readKilledProcessMails };
  };

  it.each([
    ['before its effect', 'leased', 0],
    ['in the middle of its write', 'written', 0],
    ['before its commit', 'completed', 0],
    ['behind its commit', 'committed', 1],
    ['at its end', 'ended', 1],
  ])('%s is run by another worker after the lease, and counts once', async (_title, killPoint, expectedStampCount) => {
    const { database, databaseFile, clock, queue, workerOf } = await openJobQueue();
    await database.write((tx) => queue.enqueue(tx, stampJob, { payload: { paper: 'a' } }));
    await runWorkerKilledAt(killPoint, [databaseFile, clock.realNow(), '']);
    const worker = workerOf(bindStampJob(database));
    await worker.run();
    expect(await countStampsOf(database.knex, 'a')).toBe(expectedStampCount);
    clock.advance(LEASE_MS);
    await worker.run();
    expect([await countStampsOf(database.knex, 'a'), await database.knex('job')]).toEqual([1, []]);
  });

  it.each([
    ['before it is sent', 'leased', 0, 1],
    ['before anybody knows that it is sent', 'sent', 1, 1],
    ['behind its end', 'ended', 1, 0],
  ])(
    '%s, an e-mail is sent at least once, with the same id each time',
    async (_title, killPoint, expectedKilledMails, expectedOtherMails) => {
      const {
        database,
        databaseFile,
        mailFile,
        clock,
        queue,
        workerOf,
        sentByTheKilled: mailsOfKilled,
      } = await openJobQueue();
      const secrets = createTestSecrets(clock.realNow);
      const outbox = createOutbox({ jobs: queue, clock, secrets, supportEmail: 'hilfe@mahlzeit.test' });
      await database.write((tx) => outbox.enqueue(tx, { kind: 'accountRestored', to: 'anna@mahlzeit.test' }));
      const queuedJobs: { id: string }[] = await database.knex('job').select('id');
      await runWorkerKilledAt(killPoint, [databaseFile, clock.realNow(), mailFile]);
      const mailTransport = createFakeMailTransport();
      clock.advance(LEASE_MS);
      const [mailJob] = bindMailJobs({ transport: mailTransport, from: 'post@mahlzeit.test', secrets });
      await workerOf(requireHandler(mailJob)).run();
      expect([mailsOfKilled().length, mailTransport.sentMails.length]).toEqual([
        expectedKilledMails,
        expectedOtherMails,
      ]);
      expect(new Set([...mailsOfKilled(), ...mailTransport.sentMails.map((mail) => mail.id)])).toEqual(
        new Set(queuedJobs.map(({ id }) => id)),
      );
      expect(await database.knex('job')).toEqual([]);
    },
  );
});
