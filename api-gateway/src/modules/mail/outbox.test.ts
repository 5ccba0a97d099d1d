import { pino } from 'pino';
import type { OpenDatabase } from '../../platform/database/open-database';
import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { createTestClock } from '../../platform/testing/test-clock';
import { testGateways } from '../../platform/testing/test-gateway';
import { createFakeMailTransport } from './fakes/fake-mail-transport';
import { createMailWorker, createOutbox, mailPersonalData } from './outbox';

describe('mailPersonalData', () => {
  const gateways = testGateways();
  const [anna, ben] = [{ uid: 'anna', email: 'anna@mahlzeit.test' }, { uid: 'ben', email: 'ben@mahlzeit.test' }];

  it('tells of messages that nobody takes without their words, and removes those of one address', async () => {
    const { database, clock } = await gateways.start({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    const outbox = createOutbox({ clock, supportEmail: 'hilfe@mahlzeit.test' });
    await database.write(async (tx) => {
      for (const { email } of [anna, ben]) await outbox.enqueue(tx, { kind: 'verificationCode', to: email, code: '012345' });
    });
    expect(await mailPersonalData.export(database.knex, anna)).toEqual([{ subject: 'Dein Code für Mahlzeit', writtenAt: clock.now() }]);
    await database.write((tx) => mailPersonalData.erase(tx, anna));
    expect(await mailPersonalData.export(database.knex, anna)).toEqual([]);
    expect(await mailPersonalData.export(database.knex, ben)).toHaveLength(1);
  });

  it('holds nothing of who has no address', async () => {
    const { database } = await gateways.start();
    const visitor = { uid: 'visitor', email: null };
    expect(await mailPersonalData.export(database.knex, visitor)).toEqual([]);
    await database.write((tx) => mailPersonalData.erase(tx, visitor));
  });
});

describeOnEachEngine('createMailWorker', (databases) => {
  const start = Date.parse('2026-06-24T09:30:00Z');

  const open = async () => {
    const database = await databases.open();
    const clock = createTestClock(start);
    const post = createFakeMailTransport();
    const logged: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
    const workerOn = (on: OpenDatabase) => createMailWorker({ database: on, transport: post, clock, log, from: 'post@mahlzeit.test' });
    const outbox = createOutbox({ clock, supportEmail: 'hilfe@mahlzeit.test' });
    const enqueue = (to: string, on = database) => on.write((tx) => outbox.enqueue(tx, { kind: 'verificationCode', to, code: '042017' }));
    return { database, clock, post, logged, enqueue, outbox, worker: workerOn(database), workerOn };
  };

  it('sends each message once, in the order in which they were written', async () => {
    const { post, enqueue, worker, clock } = await open();
    await enqueue('anna@mahlzeit.test');
    clock.advance(1);
    await enqueue('ben@mahlzeit.test');
    await worker.run();
    await worker.run();
    expect(post.taken.map(({ to }) => to)).toEqual(['anna@mahlzeit.test', 'ben@mahlzeit.test']);
    expect(post.taken[0]).toMatchObject({ from: 'post@mahlzeit.test', subject: 'Dein Code für Mahlzeit', sentAt: start });
  });

  it('sends nothing of a transaction that fails', async () => {
    const { database, outbox, post, worker } = await open();
    const failed = database.write(async (tx) => {
      await outbox.enqueue(tx, { kind: 'accountRestored', to: 'anna@mahlzeit.test' });
      throw new Error('taken back');
    });
    await expect(failed).rejects.toThrow('taken back');
    await worker.run();
    expect(post.taken).toEqual([]);
  });

  it('keeps nothing of a message that was sent', async () => {
    const { database, enqueue, worker } = await open();
    await enqueue('anna@mahlzeit.test');
    await worker.run();
    expect(await database.knex('mail')).toEqual([]);
  });

  it('waits longer after each try, and sends the same message then', async () => {
    const { post, enqueue, worker, clock } = await open();
    post.next.push('later', 'later');
    await enqueue('anna@mahlzeit.test');
    await worker.run();
    clock.advance(4_999);
    await worker.run();
    clock.advance(1);
    await worker.run();
    clock.advance(9_999);
    await worker.run();
    expect([post.taken.length, post.next.length]).toEqual([0, 0]);
    clock.advance(1);
    await worker.run();
    expect(post.taken.map(({ to }) => to)).toEqual(['anna@mahlzeit.test']);
  });

  it('asks a server that is away for one message at a time only', async () => {
    const { post, enqueue, worker } = await open();
    post.next.push('unreachable');
    await enqueue('anna@mahlzeit.test');
    await enqueue('ben@mahlzeit.test');
    await worker.run();
    expect(post.taken).toEqual([]);
    await worker.run();
    expect(post.taken).toHaveLength(1);
  });

  it('gives up a message that will never be taken, and tells the log no address', async () => {
    const { post, enqueue, worker, clock, logged } = await open();
    post.next.push('refused');
    await enqueue('anna@mahlzeit.test');
    await enqueue('ben@mahlzeit.test');
    await worker.run();
    clock.advance(24 * 60 * 60_000);
    await worker.run();
    expect(post.taken).toHaveLength(1);
    expect(logged.join('')).toContain('given up');
    expect(logged.join('')).not.toMatch(/@mahlzeit|042017/);
  });

  it('gives up after a day', async () => {
    const { database, post, enqueue, worker, clock } = await open();
    await enqueue('anna@mahlzeit.test');
    for (let tries = 0; tries < 120; tries += 1) {
      post.next.splice(0, Infinity, 'later');
      await worker.run();
      clock.advance(15 * 60_000);
    }
    expect(await database.knex('mail')).toEqual([]);
    expect(post.taken).toEqual([]);
  });

  it('sends after a restart what was being sent when the gateway died', async () => {
    const { database, post, enqueue, workerOn, clock } = await open();
    await enqueue('anna@mahlzeit.test');
    const dying = createMailWorker({ database, transport: { deliver: () => Promise.reject(new Error('killed')) }, clock, log: pino({ level: 'silent' }), from: 'post@mahlzeit.test' });
    await expect(dying.run()).rejects.toThrow('killed');
    const restarted = workerOn(await databases.open());
    await restarted.run();
    expect(post.taken).toEqual([]);
    clock.advance(60_000);
    await restarted.run();
    expect(post.taken).toHaveLength(1);
  });

  it('sends each message once from two gateways that work at the same time', async () => {
    const { post, enqueue, worker, workerOn } = await open();
    const other = workerOn(await databases.open());
    const people = Array.from({ length: 20 }, (_, index) => `gast${index}@mahlzeit.test`);
    for (const to of people) await enqueue(to);
    await Promise.all([worker.run(), other.run()]);
    expect(post.taken.map(({ to }) => to).sort()).toEqual([...people].sort());
  });
});
