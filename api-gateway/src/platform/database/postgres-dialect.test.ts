import { randomUUID } from 'node:crypto';
import { migrations } from '../../../migrations';
import type { PostgresConfig } from '../config/database-config';
import { postgresUrlOf, runAsSuperuser } from '../testing/postgres-server';
import { postgresEngine, type PostgresSite } from '../testing/test-engines';
import { readHead, RIGHTS_TOPIC, type AppendedWrite } from './change-log';
import { openDatabase, type OpenDatabase } from './open-database';
import { createPostgresDialect } from './postgres-dialect';

const putOp = (key: string) => ({ kind: 'put' as const, collection: 'things', key, value: { key } });

interface SettingRow {
  readonly key: string;
  readonly value: string;
}

/** Creates a gate of the test: a point at which the work of a write waits until the test lets it continue. */
const createGate = () => {
  let open = () => {};
  const whenOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, whenOpen };
};

describe('PostgreSQL (pg)', () => {
  let site: PostgresSite;
  let database: OpenDatabase;
  const openDatabases: OpenDatabase[] = [];

  const open = (limits: Partial<PostgresConfig> = {}): OpenDatabase => {
    const openedDatabase = openDatabase({ dialect: createPostgresDialect(site.configOf(limits)), realNow: () => 0 });
    openDatabases.push(openedDatabase);
    return openedDatabase;
  };

  beforeEach(async () => {
    site = await postgresEngine.create();
    database = open();
  });

  afterEach(async () => {
    for (const openedDatabase of openDatabases.splice(0)) await openedDatabase.close();
    await site.remove();
  });

  /** Begins a write that reads, waits at the gate, and then runs `finish`. Counts the runs of its work. */
  const beginWaitingWrite = async (finish: (value: string | null, knex: OpenDatabase['knex']) => Promise<void>) => {
    const [hasRead, mayGoOn] = [createGate(), createGate()];
    let runs = 0;
    const afterCommit = jest.fn();
    const write = open().write(async (tx) => {
      runs += 1;
      const value = await settingOf(tx.knex);
      hasRead.open();
      await mayGoOn.whenOpen;
      await finish(value, tx.knex);
      tx.record('a', putOp('waiting'));
      tx.afterCommit(afterCommit);
    });
    await hasRead.whenOpen;
    return {
      goOn: () => {
        mayGoOn.open();
        return write;
      },
      runs: () => runs,
      afterCommit,
    };
  };

  const settingOf = async (knex: OpenDatabase['knex']): Promise<string | null> =>
    (await knex<SettingRow>('setting').where({ key: 'x' }).first())?.value ?? null;

  const putSetting = (knex: OpenDatabase['knex'], value: string) =>
    knex<SettingRow>('setting').insert({ key: 'x', value }).onConflict('key').merge();

  it('runs a write again, alone, when another one has changed what it read', async () => {
    await database.write((tx) => putSetting(tx.knex, '1'));
    const waitingWrite = await beginWaitingWrite(
      async (value, knex) => void (await putSetting(knex, `${value ?? ''}+waiting`)),
    );
    await database.write((tx) => putSetting(tx.knex, '2'));
    await waitingWrite.goOn();
    expect(waitingWrite.runs()).toBe(2);
    expect(waitingWrite.afterCommit).toHaveBeenCalledTimes(1);
    expect(await settingOf(database.knex)).toBe('2+waiting');
    expect(await readHead(database.knex, 'a')).toMatchObject({ seq: 1 });
  });

  it('runs a write again that has not seen a row that another one has added', async () => {
    const waitingWrite = await beginWaitingWrite(async (value, knex) => {
      if (value === null) await knex<SettingRow>('setting').insert({ key: 'x', value: 'waiting' });
    });
    await database.write((tx) => putSetting(tx.knex, 'first'));
    await waitingWrite.goOn();
    expect([waitingWrite.runs(), await settingOf(database.knex)]).toEqual([2, 'first']);
  });

  // Fills the table of topics, because PostgreSQL reads a small table as a whole, and then each new topic would be a
  // conflict.
  const fillTopics = () =>
    database.write(async ({ knex }) => {
      await knex.raw(
        `insert into topic (name, seq, epoch, floor) select 'filling/' || number, 0, '', 0 from generate_series(1, 5000) number`,
      );
      await knex.raw('analyze topic');
    });

  it('runs a write again that began before a change of rights and would be committed after it', async () => {
    await fillTopics();
    const appendedWrites: AppendedWrite[] = [];
    const waitingWrite = await beginWaitingWrite(async () => {});
    openDatabases.at(-1)?.onCommit((appendedWrite) => appendedWrites.push(appendedWrite));
    await database.write(async (tx) => tx.record(RIGHTS_TOPIC, putOp('anna')));
    await waitingWrite.goOn();
    expect([waitingWrite.runs(), appendedWrites.map(({ rights }) => rights.seq)]).toEqual([2, [1]]);
  });

  it('reports the error of a write that also fails alone', async () => {
    await database.write((tx) => putSetting(tx.knex, '1'));
    const write = database.write((tx) => tx.knex<SettingRow>('setting').insert({ key: 'x', value: '2' }));
    await expect(write).rejects.toMatchObject({ code: '23505' });
  });

  it('commits no write that has caught the error of a statement', async () => {
    const write = database.write(async (tx) => {
      await putSetting(tx.knex, 'lost');
      await tx.knex.raw('select no_column').catch(() => {});
    });
    await expect(write).rejects.toThrow('can no longer commit');
    expect(await settingOf(database.knex)).toBeNull();
  });

  it('lets two writes that want the same rows in another order both finish', async () => {
    for (const key of ['one', 'two'])
      await database.write((tx) => tx.knex<SettingRow>('setting').insert({ key, value: '' }));
    const append = (firstKey: string, secondKey: string, hasLocked: () => void, whenOtherHasLocked: Promise<void>) =>
      open().write(async ({ knex }) => {
        await knex('setting')
          .where({ key: firstKey })
          .update({ value: knex.raw('value || ?', [firstKey]) });
        hasLocked();
        await whenOtherHasLocked;
        await knex('setting')
          .where({ key: secondKey })
          .update({ value: knex.raw('value || ?', [firstKey]) });
      });
    const [one, two] = [createGate(), createGate()];
    await Promise.all([append('one', 'two', one.open, two.whenOpen), append('two', 'one', two.open, one.whenOpen)]);
    const rows = await database.knex<SettingRow>('setting').whereIn('key', ['one', 'two']);
    expect(rows.map(({ value }) => value.length)).toEqual([6, 6]);
  });

  const endConnections = () =>
    runAsSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${site.databaseName}'`);

  it('reports a lost connection as unavailable, and works on a new one afterwards', async () => {
    const write = database.write(async (tx) => {
      await endConnections();
      await putSetting(tx.knex, 'lost');
    });
    await expect(write).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1000 });
    const read = database.read(async (knex) => {
      await endConnections();
      await settingOf(knex);
    });
    await expect(read).rejects.toMatchObject({ code: 'unavailable' });
    await database.write((tx) => putSetting(tx.knex, 'kept'));
    await endConnections();
    expect(await database.read(settingOf)).toBe('kept');
  });

  it('reports a server that accepts no connection as unavailable', async () => {
    const unreachableDatabase = open({ url: 'postgres://mahlzeit@127.0.0.1:9/mahlzeit' });
    await expect(unreachableDatabase.write(async () => {})).rejects.toMatchObject({ code: 'unavailable' });
    await expect(unreachableDatabase.read(async () => {})).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each(['statement', 'lock'])(
    'ends a write whose %s takes too long, and reports it as unavailable',
    async (kind) => {
      const impatientDatabase = open({ [`${kind}TimeoutMs`]: 100 });
      const slowWrite = await beginWaitingWrite(async () => {});
      const write =
        kind === 'statement'
          ? impatientDatabase.write((tx) => tx.knex.raw('select pg_sleep(2)'))
          : impatientDatabase.write((tx) => tx.knex.raw('lock table setting in access exclusive mode'));
      await expect(write).rejects.toMatchObject({ code: 'unavailable' });
      await slowWrite.goOn();
    },
  );

  it('refuses to start on a database whose texts are not in UTF-8', async () => {
    const databaseName = `test_${randomUUID()}`;
    await runAsSuperuser(`create database "${databaseName}" template template0 encoding 'SQL_ASCII' locale 'C'`);
    const unsuitableDatabase = open({ url: postgresUrlOf(databaseName) });
    await expect(unsuitableDatabase.migrate(migrations)).rejects.toThrow(/^DATABASE_URL: .* not SQL_ASCII and C/);
    await unsuitableDatabase.close();
    await runAsSuperuser(`drop database "${databaseName}" with (force)`);
  });
});
