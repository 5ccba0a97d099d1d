import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../migrations';
import { describeOnEachEngine, openTemporaryDatabase } from '../testing/temporary-database';
import { readChanges, readHead, RIGHTS_TOPIC, type AppendedWrite } from './change-log';
import { isMigrated, openDatabase, type OpenDatabase } from './open-database';
import { createSqliteDialect } from './sqlite-dialect';

const put = (key: string) => ({ kind: 'put' as const, collection: 'things', key, value: { key } });

describeOnEachEngine('the database', (databases) => {
  it('commits rows and their changes together and numbers a topic without gaps', async () => {
    const database = await databases.open();
    await database.write(async (tx) => {
      tx.record('b', put('1'));
      tx.record('a', put('1'));
      tx.record('b', put('2'));
    });
    await database.write(async (tx) => tx.record('b', { kind: 'del', collection: 'things', key: '1' }));

    const changes = await readChanges(database.knex, 'b', { after: 0, limit: 10 });
    expect(changes.map((change) => [change.seq, JSON.parse(change.op)])).toEqual([
      [1, put('1')],
      [2, put('2')],
      [3, { kind: 'del', collection: 'things', key: '1' }],
    ]);
    expect(changes[0]?.tx).toBe(changes[1]?.tx);
    expect(changes[1]?.tx).not.toBe(changes[2]?.tx);
    expect(await readHead(database.knex, 'a')).toMatchObject({ seq: 1, floor: 0 });
    expect(await readHead(database.knex, 'b')).toMatchObject({ seq: 3, floor: 0 });
  });

  it('keeps neither rows nor changes of a write that throws, and tells nobody', async () => {
    const database = await databases.open();
    const heard: unknown[] = [];
    database.onCommit((write) => heard.push(write));
    const failure = new Error('changed my mind');
    await expect(
      database.write(async (tx) => {
        await tx.knex('setting').insert({ key: 'x', value: 'y' });
        tx.record('a', put('1'));
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(await database.knex('setting').where({ key: 'x' })).toEqual([]);
    expect(await readHead(database.knex, 'a')).toMatchObject({ seq: 0 });
    expect(heard).toEqual([]);
  });

  it('lets one write finish before the next begins', async () => {
    const database = await databases.open();
    await database.write((tx) => tx.knex('setting').insert({ key: 'count', value: '0' }));
    const increment = () =>
      database.write(async (tx) => {
        const row = await tx.knex<{ key: string; value: string }>('setting').where({ key: 'count' }).first();
        await new Promise((resolve) => setImmediate(resolve));
        await tx
          .knex('setting')
          .where({ key: 'count' })
          .update({ value: String(Number(row?.value) + 1) });
        tx.record('count', put('1'));
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    expect(await database.knex('setting').where({ key: 'count' })).toEqual([{ key: 'count', value: '20' }]);
    expect(await readHead(database.knex, 'count')).toMatchObject({ seq: 20 });
  });

  it('waits for the write of another process without holding up its own reads, then writes', async () => {
    const database = await databases.open();
    const other = await databases.open();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const theirs = other.write(async (tx) => {
      tx.record('a', put('theirs'));
      begun();
      await held;
    });
    await isBegun;
    const mine = database.write(async (tx) => tx.record('a', put('mine')));
    expect(await readHead(database.knex, 'a')).toMatchObject({ seq: 0 });
    letGo();
    await Promise.all([theirs, mine]);
    const changes = await readChanges(database.knex, 'a', { after: 0, limit: 10 });
    expect(changes.map((change) => JSON.parse(change.op).key)).toEqual(['theirs', 'mine']);
  });

  it('reads rows and heads of one instant, whatever is written meanwhile', async () => {
    const database = await databases.open();
    const write = () =>
      database.write(async (tx) => {
        await tx.knex('setting').insert({ key: 'row', value: 'there' });
        tx.record('a', put('row'));
      });
    const seen = await database.read(async (knex) => {
      const head = await readHead(knex, 'a');
      await write();
      return { head, rows: await knex('setting').where({ key: 'row' }) };
    });
    expect(seen.head.seq).toBe(0);
    expect(seen.rows).toEqual([]);
    expect(await readHead(database.knex, 'a')).toMatchObject({ seq: 1 });
  });

  it('refuses a write inside a write, which would wait for itself, and works on', async () => {
    const database = await databases.open();
    await expect(database.write(() => database.write(async () => {}))).rejects.toThrow('inside another');
    await database.write(async (tx) => tx.record('a', put('1')));
    expect(await readHead(database.knex, 'a')).toMatchObject({ seq: 1 });
  });

  it('refuses to write past the change log', async () => {
    const database = await databases.open();
    await expect(database.knex('setting').insert({ key: 'x', value: 'y' })).rejects.toMatchObject({
      code: 'SQLITE_READONLY',
    });
  });

  it('tells after a commit what was appended to each topic, as the log has it, and how far the rights have come', async () => {
    const database = await databases.open();
    const heard: AppendedWrite[] = [];
    database.onCommit((write) => heard.push(write));
    await database.write(async (tx) => {
      tx.record('b', put('1'));
      tx.record('a', put('1'));
      tx.record('a', put('2'));
    });
    await database.write(async () => {});
    await database.write(async (tx) => {
      tx.record(RIGHTS_TOPIC, put('anna'));
      tx.record('a', put('3'));
    });
    expect(heard.map(({ topics }) => topics.map(({ head: { name, seq } }) => [name, seq]))).toEqual([
      [
        ['a', 2],
        ['b', 1],
      ],
      [
        ['a', 3],
        [RIGHTS_TOPIC, 1],
      ],
    ]);
    expect(heard.map(({ rights }) => rights.seq)).toEqual([0, 1]);
    const told = heard.flatMap(({ topics }) =>
      topics.filter(({ head }) => head.name === 'a').flatMap(({ changes }) => changes),
    );
    expect(told).toEqual(await readChanges(database.knex, 'a', { after: 0, limit: 9 }));
    expect(heard[1]?.topics[0]?.head).toEqual(await readHead(database.knex, 'a'));
  });

  it('migrates once, from however many processes at the same time', async () => {
    const [one, two] = await Promise.all([databases.open(), databases.open()]);
    await one.migrate(migrations);
    expect(await isMigrated(two.knex, migrations)).toBe(true);
    expect(
      await isMigrated(two.knex, [...migrations, { name: '999-later', up: async () => {}, down: async () => {} }]),
    ).toBe(false);
  });

  it('takes back half a migration', async () => {
    const database = await databases.open();
    const broken = {
      name: '998-broken',
      up: async () => {
        throw new Error('no');
      },
      down: async () => {},
    };
    const fine = {
      name: '997-fine',
      up: (knex: typeof database.knex) => knex.schema.createTable('later', (table) => void table.increments()),
      down: async () => {},
    };
    await expect(database.migrate([...migrations, fine, broken])).rejects.toThrow('no');
    await database.migrate([...migrations, fine]);
    expect(await isMigrated(database.knex, [fine])).toBe(true);
  });
});

describeOnEachEngine('what is written together', (databases) => {
  const keep = (database: OpenDatabase, key: string) =>
    database.write(async (tx) => {
      await tx.knex('setting').insert({ key, value: 'kept' });
      tx.record('things', put(key));
    });

  const kept = async (database: OpenDatabase): Promise<string[]> => {
    const rows = await database.knex<{ key: string; value: string }>('setting').where({ value: 'kept' }).orderBy('key');
    return rows.map(({ key }) => key);
  };

  it('is committed at once, and sees itself before', async () => {
    const database = await databases.open();
    const elsewhere = await databases.open();
    const heard: number[] = [];
    database.onCommit(({ topics }) => heard.push(...topics.map(({ head }) => head.seq)));
    const answer = await database.writeInTransaction(async () => {
      await keep(database, 'one');
      await keep(database, 'two');
      expect(await kept(database)).toEqual(['one', 'two']);
      expect(await database.read((knex) => knex('setting').where({ value: 'kept' }))).toHaveLength(2);
      expect(await kept(elsewhere)).toEqual([]);
      expect(heard).toEqual([]);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await kept(elsewhere)).toEqual(['one', 'two']);
    expect(await readHead(elsewhere.knex, 'things')).toMatchObject({ seq: 2 });
    expect(heard).toEqual([2]);
  });

  it('leaves nothing where it fails, and tells nobody', async () => {
    const database = await databases.open();
    const told = jest.fn();
    database.onCommit(told);
    await expect(
      database.writeInTransaction(async () => {
        await keep(database, 'one');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await kept(database)).toEqual([]);
    expect(await readHead(database.knex, 'things')).toMatchObject({ seq: 0 });
    expect(told).not.toHaveBeenCalled();
  });

  it('goes on without a part that failed', async () => {
    const database = await databases.open();
    await database.writeInTransaction(async () => {
      const failed = database.write(async (tx) => {
        await tx.knex('setting').insert({ key: 'half', value: 'kept' });
        tx.record('things', put('half'));
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      await keep(database, 'whole');
    });
    expect(await kept(database)).toEqual(['whole']);
    expect(await readHead(database.knex, 'things')).toMatchObject({ seq: 1 });
  });

  it('still refuses a write inside a write', async () => {
    const database = await databases.open();
    await expect(
      database.writeInTransaction(() => database.write(() => database.write(async () => {}))),
    ).rejects.toThrow('inside another');
    await keep(database, 'after');
    expect(await kept(database)).toEqual(['after']);
  });

  it('runs what a part has left for the commit once the whole is committed, and nothing of a part that failed', async () => {
    const database = await databases.open();
    const order: string[] = [];
    const leave = (what: string) =>
      database.write(async (tx) => {
        tx.afterCommit(() => order.push(what));
        if (what === 'failed') throw new Error('no');
      });
    await database.writeInTransaction(async () => {
      await leave('one');
      await expect(leave('failed')).rejects.toThrow('no');
      await leave('two');
      order.push('written');
    });
    await expect(
      database.writeInTransaction(async () => {
        await leave('never');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(order).toEqual(['written', 'one', 'two']);
  });

  it('lets go of what it started and did not wait for', async () => {
    const database = await databases.open();
    let goOn = () => {};
    const isOver = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let left: Promise<string[]> = Promise.resolve([]);
    await database.writeInTransaction(async () => {
      left = isOver.then(() => keep(database, 'late')).then(() => kept(database));
      await keep(database, 'one');
    });
    goOn();
    expect(await left).toEqual(['late', 'one']);
  });
});

describeOnEachEngine('what follows a write', (databases) => {
  it('runs once others see what was written', async () => {
    const database = await databases.open();
    const elsewhere = await databases.open();
    const seen: Promise<unknown>[] = [];
    await database.write(async (tx) => {
      await tx.knex('setting').insert({ key: 'one', value: 'kept' });
      tx.afterCommit(() => void seen.push(elsewhere.knex('setting').where({ key: 'one' }).first()));
    });
    expect(await Promise.all(seen)).toEqual([{ key: 'one', value: 'kept' }]);
  });

  it('never runs where the write fails', async () => {
    const database = await databases.open();
    const after = jest.fn();
    await expect(
      database.write(async (tx) => {
        tx.afterCommit(after);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(after).not.toHaveBeenCalled();
  });

  it('fails for itself alone: the write counts, the rest follows, and one place hears of it', async () => {
    const errors: unknown[] = [];
    const database = await databases.open({ onError: (error) => errors.push(error) });
    const [broken, after] = [new Error('broken'), jest.fn()];
    database.onCommit(() => {
      throw broken;
    });
    const value = await database.write(async (tx) => {
      tx.record('things', put('one'));
      tx.afterCommit(() => {
        throw broken;
      });
      tx.afterCommit(after);
      return 'written';
    });
    expect([value, errors]).toEqual(['written', [broken, broken]]);
    expect(after).toHaveBeenCalledTimes(1);
  });

  it('knows whether it is part of a transaction', async () => {
    const database = await databases.open();
    expect(database.isInTransaction()).toBe(false);
    let [left, goOn] = [Promise.resolve(true), () => {}];
    const isOver = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await database.write(async () => {
      expect(database.isInTransaction()).toBe(true);
      left = isOver.then(() => database.isInTransaction());
    });
    goOn();
    expect([database.isInTransaction(), await left]).toEqual([false, false]);
    await database.read(async () => expect(database.isInTransaction()).toBe(true));
    expect(database.isInTransaction()).toBe(false);
    await expect(database.write(() => database.read(() => database.write(async () => {})))).rejects.toThrow(
      'inside another',
    );
    await database.writeInTransaction(async () => expect(database.isInTransaction()).toBe(true));
  });
});

describeOnEachEngine('many writes', (databases) => {
  it.each(['one after the other', 'at once'])('give others a turn between two of them: %s', async (how) => {
    const database = await databases.open();
    let [iterations, isOver] = [0, false];
    const count = (): void => {
      iterations += 1;
      if (!isOver) setImmediate(count);
    };
    const write = (key: string): Promise<void> => database.write(async (tx) => tx.record('a', put(key)));
    const keys = Array.from({ length: 10 }, (_, index) => String(index));
    setImmediate(count);
    if (how === 'at once') await Promise.all(keys.map(write));
    else for (const key of keys) await write(key);
    isOver = true;
    expect(iterations).toBeGreaterThanOrEqual(keys.length);
  });
});

describe.each(['better-sqlite3', 'sqlite3'] as const)('SQLite through %s', (driver) => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('runs every connection with WAL, foreign keys, a busy timeout and full synchronisation', async () => {
    const { default: knexFactory } = await import('knex');
    const dialect = createSqliteDialect({ file: `${folder}/nested/test.db`, driver });
    // A writer never waits inside the driver: a refused one tries again.
    for (const { role, timeoutMs } of [
      { role: dialect.writer, timeoutMs: 0 },
      { role: dialect.reader, timeoutMs: 5000 },
    ]) {
      const knex = knexFactory(role);
      const values = await Promise.all(
        ['journal_mode', 'foreign_keys', 'busy_timeout', 'synchronous'].map((name) => knex.raw(`pragma ${name}`)),
      );
      expect(values.map(([row]) => Object.values(row)[0])).toEqual(['wal', 1, timeoutMs, 2]);
      await knex.destroy();
    }
  });

  it('names the file that is no database', async () => {
    writeFileSync(`${folder}/text.db`, 'no database '.repeat(1000));
    const database = openDatabase({
      dialect: createSqliteDialect({ file: `${folder}/text.db`, driver }),
      realNow: () => 0,
    });
    await expect(database.migrate(migrations)).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
    await database.close();
  });
});

it('compiles a statement once, and anew where its table has changed: better-sqlite3', async () => {
  const { database, remove } = await openTemporaryDatabase(() => 0);
  const settings = () =>
    database.write(async ({ knex }) => {
      await knex('setting').insert({ key: `k${(await knex('setting').select()).length}`, value: 'v' });
      return knex('setting').where({ value: 'v' });
    });
  expect([(await settings()).length, (await settings()).length]).toEqual([1, 2]);
  await database.write(({ knex }) => knex.raw("alter table setting add column note text default 'neu'"));
  expect((await settings())[2]).toMatchObject({ note: 'neu' });
  await remove();
});
