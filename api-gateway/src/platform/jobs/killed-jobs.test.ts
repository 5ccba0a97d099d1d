import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { migrations } from '../../../migrations';
import { bindMailJob, createOutbox } from '../../modules/mail/outbox';
import { createFakeMailTransport } from '../../modules/mail/fakes/fake-mail-transport';
import { openDatabase } from '../database/open-database';
import type { OpenDatabase } from '../database/open-database';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { bundledProgram } from '../testing/bundled-program';
import { bindStampJob, requireHandler, stampJob, stampsOf } from '../testing/job-harness';
import type { RunnableJob } from '../testing/job-harness';
import { createTestClock } from '../testing/test-clock';
import { createJobQueue } from './job-queue';
import { createJobWorker, LEASE_MS } from './job-worker';

const repositoryRoot = join(__dirname, '../../../..');
const jobProgram = bundledProgram('src/platform/testing/job-process-main.ts');

/** Starts a process that runs due jobs, and kills it when it reaches a given point. */
const killAt = async (
  point: string,
  [databaseFile, now, mailFile]: readonly [string, number, string],
): Promise<void> => {
  const child = spawn(process.execPath, [jobProgram(), databaseFile, `${now}`, point, mailFile], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const whenExited = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]: unknown[]) => text),
    whenExited.then(() => 'ended too early'),
  ]);
  child.kill('SIGKILL');
  await whenExited;
  expect(line).toBe(point);
};

describe('a job whose process is killed', () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  const openQueue = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-killed-'));
    const databaseFile = join(folder, 'test.db');
    const clock = createTestClock('2026-06-24T09:30:00Z');
    const database: OpenDatabase = openDatabase({
      dialect: createSqliteDialect({ file: databaseFile, driver: 'better-sqlite3' }),
      realNow: clock.realNow,
    });
    closers.push(async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    });
    await database.migrate(migrations);
    const queue = createJobQueue(clock);
    const workerOf = (job: RunnableJob) =>
      createJobWorker({ database, queue, clock, log: pino({ level: 'silent' }), onTried: () => {} }, job);
    const mailFile = join(folder, 'sent.txt');
    const mailsOfKilled = (): string[] =>
      existsSync(mailFile) ? readFileSync(mailFile, 'utf8').trim().split('\n') : [];
    return { database, databaseFile, mailFile, clock, queue, workerOf, sentByTheKilled: mailsOfKilled };
  };

  it.each([
    ['before its effect', 'leased', 0],
    ['in the middle of its write', 'written', 0],
    ['before its commit', 'completed', 0],
    ['behind its commit', 'committed', 1],
    ['at its end', 'ended', 1],
  ])('%s is run by another worker after the lease, and counts once', async (_title, point, stampsBefore) => {
    const { database, databaseFile, clock, queue, workerOf } = await openQueue();
    await database.write((tx) => queue.enqueue(tx, stampJob, { payload: { paper: 'a' } }));
    await killAt(point, [databaseFile, clock.realNow(), '']);
    const worker = workerOf(bindStampJob(database));
    await worker.run();
    expect(await stampsOf(database.knex, 'a')).toBe(stampsBefore);
    clock.advance(LEASE_MS);
    await worker.run();
    expect([await stampsOf(database.knex, 'a'), await database.knex('job')]).toEqual([1, []]);
  });

  it.each([
    ['before it is sent', 'leased', 0, 1],
    ['before anybody knows that it is sent', 'sent', 1, 1],
    ['behind its end', 'ended', 1, 0],
  ])(
    '%s, an e-mail is sent at least once, with the same id each time',
    async (_title, point, killedMailCount, otherMailCount) => {
      const {
        database,
        databaseFile,
        mailFile,
        clock,
        queue,
        workerOf,
        sentByTheKilled: mailsOfKilled,
      } = await openQueue();
      const outbox = createOutbox({ jobs: queue, clock, supportEmail: 'hilfe@mahlzeit.test' });
      await database.write((tx) => outbox.enqueue(tx, { kind: 'accountRestored', to: 'anna@mahlzeit.test' }));
      const queuedJobs: { id: string }[] = await database.knex('job').select('id');
      await killAt(point, [databaseFile, clock.realNow(), mailFile]);
      const mailTransport = createFakeMailTransport();
      clock.advance(LEASE_MS);
      await workerOf(requireHandler(bindMailJob({ transport: mailTransport, from: 'post@mahlzeit.test' }))).run();
      expect([mailsOfKilled().length, mailTransport.sentMails.length]).toEqual([killedMailCount, otherMailCount]);
      expect(new Set([...mailsOfKilled(), ...mailTransport.sentMails.map((mail) => mail.id)])).toEqual(
        new Set(queuedJobs.map(({ id }) => id)),
      );
      expect(await database.knex('job')).toEqual([]);
    },
  );
});
