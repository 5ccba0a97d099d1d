import { pino } from 'pino';
import type { OpenDatabase } from '../../platform/database/open-database';
import { createJobQueue } from '../../platform/jobs/job-queue';
import { createJobWorker } from '../../platform/jobs/job-worker';
import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { createTestClock } from '../../platform/testing/test-clock';
import { createTestSecrets } from '../../platform/testing/test-secrets';
import { testGateways } from '../../platform/testing/test-gateway';
import { createFakeMailTransport } from './fakes/fake-mail-transport';
import { bindMailJobs, createOutbox } from './outbox';
import { readWaitingMails } from './testing/waiting-mails';

const supportEmail = 'hilfe@mahlzeit.test';

describe('waiting messages', () => {
  const gateways = testGateways();

  it('and given up ones are exported to their reader without their text, and erased with the account', async () => {
    const { database, clock, secrets, personalData } = await gateways.start({
      environment: { SMTP_URL: 'smtp://127.0.0.1:9' },
    });
    const mailJobs = personalData.flatMap((provider) =>
      'erase' in provider && provider.name === 'jobs' ? [provider] : [],
    )[0];
    const outbox = createOutbox({ jobs: createJobQueue(clock), clock, secrets, supportEmail });
    const [anna, ben] = [
      { uid: 'anna', email: 'anna@mahlzeit.test' },
      { uid: 'ben', email: 'ben@mahlzeit.test' },
    ];
    await database.write(async (tx) => {
      for (const { email } of [anna, ben])
        await outbox.enqueue(tx, { kind: 'verificationCode', to: email, code: '012345' });
    });
    const exportedJob = {
      kind: 'mail/deliver',
      queuedAt: clock.realNow(),
      isGivenUp: false,
      subject: 'Dein Code für Mahlzeit',
      writtenAt: clock.now(),
    };
    const waitingJob: object = await database
      .knex('job')
      .where({ person: anna.email })
      .first('id', 'kind', 'key', 'payload', 'person', 'queued_at', 'attempts');
    await database.write(({ knex }) =>
      knex('dead_job').insert({ ...waitingJob, reason: '550', died_at: clock.realNow() }),
    );
    expect(await mailJobs?.export(database.knex, anna)).toEqual([exportedJob, { ...exportedJob, isGivenUp: true }]);
    await database.write(async (tx) => mailJobs?.erase(tx, anna));
    expect([await mailJobs?.export(database.knex, anna), await mailJobs?.export(database.knex, ben)]).toEqual([
      [],
      [exportedJob],
    ]);
    expect(await mailJobs?.export(database.knex, { uid: 'visitor', email: null })).toEqual([]);
  });
});

describeOnEachEngine('outbox', (testDatabases) => {
  const startTime = Date.parse('2026-06-24T09:30:00Z');

  const openOutbox = async () => {
    const database = await testDatabases.open();
    const clock = createTestClock(startTime);
    const secrets = createTestSecrets(clock.realNow);
    const fakeTransport = createFakeMailTransport();
    const logLines: string[] = [];
    const testLogger = pino({ level: 'debug' }, { write: (logLine: string) => void logLines.push(logLine) });
    const jobQueue = createJobQueue(clock);
    const mailJobs = bindMailJobs({ transport: fakeTransport, from: 'post@mahlzeit.test', secrets });
    const createWorkerOn = (workerDatabase: OpenDatabase) => {
      const workers = mailJobs.map(({ run, ...job }) => {
        if (run === null) throw new Error('The job has no run');
        return createJobWorker(
          { database: workerDatabase, queue: jobQueue, clock, log: testLogger, onTried: () => {}, random: () => 1 },
          { ...job, run },
        );
      });
      return {
        async run(): Promise<void> {
          for (const worker of workers) await worker.run();
        },
      };
    };
    const outbox = createOutbox({ jobs: jobQueue, clock, secrets, supportEmail });
    const enqueueMailTo = (recipient: string, workerDatabase = database) =>
      workerDatabase.write((tx) => outbox.enqueue(tx, { kind: 'verificationCode', to: recipient, code: '042017' }));
    return {
      database,
      clock,
      secrets,
      post: fakeTransport,
      logLines,
      enqueue: enqueueMailTo,
      outbox,
      worker: createWorkerOn(database),
      workerOn: createWorkerOn,
    };
  };

  it('sends each message once, in the order of writing', async () => {
    const { post, enqueue, worker, clock } = await openOutbox();
    await enqueue('anna@mahlzeit.test');
    clock.advance(1);
    await enqueue('ben@mahlzeit.test');
    await worker.run();
    await worker.run();
    expect(post.sentMails.map(({ to: recipient }) => recipient)).toEqual(['anna@mahlzeit.test', 'ben@mahlzeit.test']);
    expect(post.sentMails[0]).toMatchObject({
      from: 'post@mahlzeit.test',
      subject: 'Dein Code für Mahlzeit',
      sentAt: startTime,
    });
  });

  it('sends nothing of a failed transaction', async () => {
    const { database, outbox, post, worker } = await openOutbox();
    const failingWrite = database.write(async (tx) => {
      await outbox.enqueue(tx, { kind: 'accountRestored', to: 'anna@mahlzeit.test' });
      throw new Error('The transaction fails');
    });
    await expect(failingWrite).rejects.toThrow('The transaction fails');
    await worker.run();
    expect(post.sentMails).toEqual([]);
  });

  it('sends a meetup with its file and the header of one-click unsubscribe', async () => {
    const { database, outbox, post, worker } = await openOutbox();
    const calendarAttachment = { method: 'REQUEST', name: 'mittagessen.ics', content: 'BEGIN:VCALENDAR' };
    const meetup = {
      at: startTime,
      status: 'pending',
      isTakeAway: false,
      isOwn: false,
      isPending: true,
      ownerName: 'Anna',
      place: 'Elbkantine',
      address: 'Hamburg',
    } as const;
    await database.write((tx) =>
      outbox.enqueue(tx, {
        kind: 'meetup',
        to: 'ben@mahlzeit.test',
        event: 'invited',
        meetup,
        url: 'https://mahlzeit.test/',
        calendar: calendarAttachment,
        endUrl: 'https://mahlzeit.test/mails/end/x',
      }),
    );
    await worker.run();
    expect(post.sentMails).toMatchObject([
      {
        calendar: calendarAttachment,
        headers: {
          'List-Unsubscribe': '<https://mahlzeit.test/mails/end/x>',
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      },
    ]);
  });

  it('sends messages of an earlier release', async () => {
    const { database, enqueue, post, worker } = await openOutbox();
    await enqueue('anna@mahlzeit.test');
    const payload = JSON.stringify({ to: 'anna@mahlzeit.test', subject: 'Hallo', text: 'x', html: 'x', writtenAt: 1 });
    await database.write(({ knex }) => knex('job').update({ kind: 'mail/send', payload }));
    await worker.run();
    expect(post.sentMails).toMatchObject([{ subject: 'Hallo', calendar: null, headers: {} }]);
  });

  it('stores no word of a message that can be read without the keys', async () => {
    const { database, secrets, enqueue } = await openOutbox();
    await enqueue('anna@mahlzeit.test');
    const [{ payload }] = await database.knex('job').select('payload');
    expect(JSON.stringify(payload)).not.toMatch(/042017|Code|Mahlzeit</);
    expect(await readWaitingMails({ database, secrets })).toMatchObject([{ subject: 'Dein Code für Mahlzeit' }]);
  });

  it('gives up a message whose key is lost', async () => {
    const { database, enqueue, post, worker } = await openOutbox();
    await enqueue('anna@mahlzeit.test');
    const payload = JSON.stringify({ to: 'anna@mahlzeit.test', sealed: 'sealed1.0.AAAA', writtenAt: 1 });
    await database.write(({ knex }) => knex('job').update({ payload }));
    await worker.run();
    expect(post.sentMails).toEqual([]);
    expect(await database.knex('dead_job').select('reason')).toEqual([{ reason: 'keyLost' }]);
  });

  it('stores nothing of a sent message', async () => {
    const { database, enqueue, worker } = await openOutbox();
    await enqueue('anna@mahlzeit.test');
    await worker.run();
    expect([await database.knex('job'), await database.knex('dead_job')]).toEqual([[], []]);
  });

  it('sends the same message again after a failed attempt', async () => {
    const { post, enqueue, worker, clock } = await openOutbox();
    post.nextResults.push('later');
    await enqueue('anna@mahlzeit.test');
    await worker.run();
    clock.advance(5_000);
    await worker.run();
    expect(post.attemptedMails.map(({ to: recipient }) => recipient)).toEqual([
      'anna@mahlzeit.test',
      'anna@mahlzeit.test',
    ]);
    expect(post.attemptedMails[0]).toEqual(post.attemptedMails[1]);
  });

  it('tries one message at a time while the server is unreachable', async () => {
    const { post, enqueue, worker } = await openOutbox();
    post.nextResults.push('unreachable');
    await enqueue('anna@mahlzeit.test');
    await enqueue('ben@mahlzeit.test');
    await worker.run();
    expect(post.sentMails).toEqual([]);
    await worker.run();
    expect(post.sentMails).toHaveLength(1);
  });

  it('gives up a refused message, and logs no address', async () => {
    const { database, post, enqueue, worker, clock, logLines } = await openOutbox();
    post.nextResults.push('refused');
    await enqueue('anna@mahlzeit.test');
    await enqueue('ben@mahlzeit.test');
    await worker.run();
    clock.advance(24 * 60 * 60_000);
    await worker.run();
    expect(post.sentMails).toHaveLength(1);
    expect(await database.knex('dead_job').select('reason')).toEqual([{ reason: '550' }]);
    expect(logLines.join('')).toContain('given up');
    expect(logLines.join('')).not.toMatch(/@mahlzeit|042017/);
  });

  it('gives up after a day', async () => {
    const { database, post, enqueue, worker, clock } = await openOutbox();
    await enqueue('anna@mahlzeit.test');
    for (let index = 0; index < 120; index += 1) {
      post.nextResults.splice(0, Infinity, 'later');
      await worker.run();
      clock.advance(15 * 60_000);
    }
    expect([await database.knex('job'), post.sentMails]).toEqual([[], []]);
  });

  it('sends each message once from two gateways at the same time', async () => {
    const { post, enqueue, worker, workerOn } = await openOutbox();
    const secondWorker = workerOn(await testDatabases.open());
    const recipientEmails = Array.from({ length: 20 }, (_, index) => `gast${index}@mahlzeit.test`);
    for (const recipient of recipientEmails) await enqueue(recipient);
    await Promise.all([worker.run(), secondWorker.run()]);
    expect(post.sentMails.map(({ to: recipient }) => recipient).sort()).toEqual([...recipientEmails].sort());
  });
});
