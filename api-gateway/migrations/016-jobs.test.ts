import { pino } from 'pino';
import { createFakeMailTransport } from '../src/modules/mail/fakes/fake-mail-transport';
import { bindMailJobs } from '../src/modules/mail/outbox';
import { createJobWorker } from '../src/platform/jobs/job-worker';
import { requireHandler } from '../src/platform/testing/job-harness';
import { describeOnEachEngine } from '../src/platform/testing/temporary-database';
import { createTestClock } from '../src/platform/testing/test-clock';
import { createTestSecrets } from '../src/platform/testing/test-secrets';
import * as jobs from './016-jobs';

describeOnEachEngine('waiting e-mails of the former table', (databaseFactory) => {
  const clock = createTestClock('2026-06-24T09:30:00Z');
  const mailRowOf = (mailNumber: number) => ({
    id: `mail-${mailNumber}`,
    recipient: `gast${mailNumber}@mahlzeit.test`,
    subject: 'Dein Code',
    text: `Code ${mailNumber}`,
    html: `<p>${mailNumber}</p>`,
    written_at: 1_000 + mailNumber,
    queued_at: clock.realNow() - 1_000,
    due_at: mailNumber === 0 ? clock.realNow() + 5_000 : clock.realNow(),
    attempts: mailNumber === 0 ? 1 : 0,
  });
  // Waiting e-mails of the test: more than the migration reads at once.
  const mailRows = Array.from({ length: 120 }, (_, mailNumber) => mailRowOf(mailNumber));

  const openMigratedDatabase = async () => {
    const database = await databaseFactory.open();
    await database.write(async ({ knex }) => {
      await jobs.down(knex);
      for (const mail of mailRows) await knex('mail').insert(mail);
    });
    return database;
  };

  it('are sent as jobs, each under its own id, postponed ones at their time', async () => {
    const database = await openMigratedDatabase();
    await database.write(({ knex }) => jobs.up(knex));
    const mailTransport = createFakeMailTransport();
    const [, plainMailJob] = bindMailJobs({
      ...{ transport: mailTransport, from: 'post@mahlzeit.test' },
      secrets: createTestSecrets(clock.realNow),
    });
    const worker = createJobWorker(
      { database, queue: { wake: () => {} }, clock, log: pino({ level: 'silent' }), onTried: () => {} },
      requireHandler(plainMailJob),
    );
    for (let round = 0; round < 4; round += 1) await worker.run();
    expect(mailTransport.sentMails.map(({ id }) => id)).toEqual(mailRows.slice(1).map(({ id }) => id));
    clock.advance(5_000);
    await worker.run();
    expect(mailTransport.sentMails.at(-1)).toEqual({
      id: 'mail-0',
      from: 'post@mahlzeit.test',
      to: 'gast0@mahlzeit.test',
      subject: 'Dein Code',
      text: 'Code 0',
      html: '<p>0</p>',
      sentAt: 1_000,
      headers: {},
      calendar: null,
    });
  });

  it('are unchanged after the down migration', async () => {
    const database = await openMigratedDatabase();
    await database.write(async ({ knex }) => {
      await jobs.up(knex);
      await jobs.down(knex);
    });
    expect(await database.knex('mail').orderBy('position')).toEqual(
      mailRows.map((mail, index) => ({ position: index + 1, ...mail })),
    );
  });
});
