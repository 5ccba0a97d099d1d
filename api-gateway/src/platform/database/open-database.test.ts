import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../migrations';
import { describeOnEachEngine, openTemporaryDatabase } from '../testing/temporary-database';
import { readChanges, readHead, RIGHTS_TOPIC, type AppendedWrite } from './change-log';
import { isMigrated, openDatabase, type OpenDatabase } from './open-database';
import { createSqliteDialect } from './sqlite-dialect';

const putOp = (key: string) => ({ kind: 'put' as const, collection: 'things', key, value: { key } });

describeOnEachEngine('the database', (testDatabases, engine) => {
  it('commits rows and their changes together and numbers a topic without gaps', async () => {
    const database = await testDatabases.open();
    await database.write(async (tx) => {
      tx.record('b', putOp('1'));
      tx.record('a', putOp('1'));
      tx.record('b', putOp('2'));
    });
    await database.write(async (tx) => tx.record('b', { kind: 'del', collection: 'things', key: '1' }));

    const topicChanges = await readChanges(database.knex, 'b', { after: 0, limit: 10 });
    expect(topicChanges.map((topicChange) => [topicChange.seq, JSON.parse(topicChange.op)])).toEqual([
      [1, putOp('1')],
      [2, putOp('2')],
      [3, { kind: 'del', collection: 'things', key: '1' }],
    ]);
    expect(topicChanges[0]?.tx).toBe(topicChanges[1]?.tx);
    expect(topicChanges[1]?.tx).not.toBe(topicChanges[2]?.tx);
    expect(await readHead(database.knex, 'a')).toMatchObject({ seq: 1, floor: 0 });
    expect(await readHead(database.knex, 'b')).toMatchObject({ seq: 3, floor: 0 });
  });

  it('keeps neither rows nor changes of a write that throws, and notifies nobody', async () => {
    const database = await testDatabases.open();
    const appendedWrites: unknown[] = [];
    database.onCommit((appendedWrite) => appendedWrites.push(appendedWrite));
    const writeError = new Error('changed my mind');
    await expect(
      database.write(async (tx) => {
        await tx.knex('setting').insert({ key: 'x', value: 'y' });
        tx.record('a', putOp('1'));
        throw writeError;
      }),
    ).rejects.toBe(writeError);
    expect(await database.knex('setting').where({ key: 'x' })).toEqual([]);
    expect(await readHead(database.knex, 'a')).toMatchObject({ seq: 0 });
    expect(appendedWrites).toEqual([]);
  });

  it('lets one write finish before the next begins', async () => {
    const database = await testDatabases.open();
    await database.write((tx) => tx.knex('setting').insert({ key: 'count', value: '0' }));
    const incrementCount = () =>
      database.write(async (tx) => {
        const settingRow = await tx.knex<{ key: string; value: string }>('setting').where({ key: 'count' }).first();
        await new Promise((resolve) => setImmediate(resolve));
        await tx
          .knex('setting')
          .where({ key: 'count' })
          .update({ value: String(Number(settingRow?.value) + 1) });
        tx.record('count', putOp('1'));
      });
    await Promise.all(Array.from({ length: 20 }, incrementCount));
    expect(await database.knex('setting').where({ key: 'count' })).toEqual([{ key: 'count', value: '20' }]);
    expect(await readHead(database.knex, 'count')).toMatchObject({ seq: 20 });
  });

  const startOtherWrite = async () => {
    const otherDatabase = await testDatabases.open();
    let endOtherWrite = () => {};
    const writeEnd = new Promise<void>((resolve) => {
      endOtherWrite = resolve;
    });
    let markWriteBegun = () => {};
    const writeBegun = new Promise<void>((resolve) => {
      markWriteBegun = resolve;
    });
    const otherWrite = otherDatabase.write(async (tx) => {
      tx.record('a', putOp('theirs'));
      markWriteBegun();
      await writeEnd;
    });
    await writeBegun;
    return {
      end: () => {
        endOtherWrite();
        return otherWrite;
      },
    };
  };

  const writtenKeysOf = async (database: OpenDatabase) =>
    (await readChanges(database.knex, 'a', { after: 0, limit: 10 })).map(({ op }) => JSON.parse(op).key);

  if (engine.hasOneWriter)
    it('waits for the write of another process without blocking its own reads, then writes', async () => {
      const database = await testDatabases.open();
      const otherWrite = await startOtherWrite();
      const ownWrite = database.write(async (tx) => tx.record('a', putOp('mine')));
      expect(await readHead(database.knex, 'a')).toMatchObject({ seq: 0 });
      await Promise.all([otherWrite.end(), ownWrite]);
      expect(await writtenKeysOf(database)).toEqual(['theirs', 'mine']);
    });
  else
    it('writes beside the write of another process, which then follows in the change log', async () => {
      const database = await testDatabases.open();
      const otherWrite = await startOtherWrite();
      await database.write(async (tx) => tx.record('a', putOp('mine')));
      expect(await writtenKeysOf(database)).toEqual(['mine']);
      await otherWrite.end();
      expect(await writtenKeysOf(database)).toEqual(['mine', 'theirs']);
    });

  it('reads rows and heads of one instant while others write', async () => {
    const database = await testDatabases.open();
    const writeOnce = () =>
      database.write(async (tx) => {
        await tx.knex('setting').insert({ key: 'row', value: 'there' });
        tx.record('a', putOp('row'));
      });
    const readSnapshot = await database.read(async (knex) => {
      const topicHead = await readHead(knex, 'a');
      await writeOnce();
      return { head: topicHead, rows: await knex('setting').where({ key: 'row' }) };
    });
    expect(readSnapshot.head.seq).toBe(0);
    expect(readSnapshot.rows).toEqual([]);
    expect(await readHead(database.knex, 'a')).toMatchObject({ seq: 1 });
  });

  it('refuses a write inside a write, and works afterwards', async () => {
    const database = await testDatabases.open();
    await expect(database.write(() => database.write(async () => {}))).rejects.toThrow('inside another');
    await database.write(async (tx) => tx.record('a', putOp('1')));
    expect(await readHead(database.knex, 'a')).toMatchObject({ seq: 1 });
  });

  it('refuses to write without the change log', async () => {
    const database = await testDatabases.open();
    await expect(database.knex('setting').insert({ key: 'x', value: 'y' })).rejects.toMatchObject({
      code: engine.readOnlyErrorCode,
    });
  });

  it('reports after a commit the changes appended to each topic, and the head of the rights', async () => {
    const database = await testDatabases.open();
    const appendedWrites: AppendedWrite[] = [];
    database.onCommit((appendedWrite) => appendedWrites.push(appendedWrite));
    await database.write(async (tx) => {
      tx.record('b', putOp('1'));
      tx.record('a', putOp('1'));
      tx.record('a', putOp('2'));
    });
    await database.write(async () => {});
    await database.write(async (tx) => {
      tx.record(RIGHTS_TOPIC, putOp('anna'));
      tx.record('a', putOp('3'));
    });
    expect(appendedWrites.map(({ topics }) => topics.map(({ head: { name, seq } }) => [name, seq]))).toEqual([
      [
        ['a', 2],
        ['b', 1],
      ],
      [
        ['a', 3],
        [RIGHTS_TOPIC, 1],
      ],
    ]);
    expect(appendedWrites.map(({ rights }) => rights.seq)).toEqual([0, 1]);
    const topicChanges = appendedWrites.flatMap(({ topics }) =>
      topics.filter(({ head }) => head.name === 'a').flatMap(({ changes }) => changes),
    );
    expect(topicChanges).toEqual(await readChanges(database.knex, 'a', { after: 0, limit: 9 }));
    expect(appendedWrites[1]?.topics[0]?.head).toEqual(await readHead(database.knex, 'a'));
  });

  it('migrates once when several processes start at the same time', async () => {
    const [firstDatabase, secondDatabase] = await Promise.all([testDatabases.open(), testDatabases.open()]);
    await firstDatabase.migrate(migrations);
    expect(await isMigrated(secondDatabase.knex, migrations)).toBe(true);
    expect(
      await isMigrated(secondDatabase.knex, [
        ...migrations,
        { name: '999-later', up: async () => {}, down: async () => {} },
      ]),
    ).toBe(false);
  });

  it('rolls back half a migration', async () => {
    const database = await testDatabases.open();
    const brokenMigration = {
      name: '998-broken',
      up: async () => {
        throw new Error('no');
      },
      down: async () => {},
    };
    const validMigration = {
      name: '997-fine',
      up: (knex: typeof database.knex) =>
        knex.schema.createTable('later', (tableBuilder) => void tableBuilder.increments()),
      down: async () => {},
    };
    await expect(database.migrate([...migrations, validMigration, brokenMigration])).rejects.toThrow('no');
    await database.migrate([...migrations, validMigration]);
    expect(await isMigrated(database.knex, [validMigration])).toBe(true);
  });
});

describeOnEachEngine('a shared transaction', (testDatabases) => {
  const insertKey = (database: OpenDatabase, settingKey: string) =>
    database.write(async (tx) => {
      await tx.knex('setting').insert({ key: settingKey, value: 'kept' });
      tx.record('things', putOp(settingKey));
    });

  const settingsOf = async (database: OpenDatabase): Promise<string[]> => {
    const settingRows = await database
      .knex<{ key: string; value: string }>('setting')
      .where({ value: 'kept' })
      .orderBy('key');
    return settingRows.map(({ key }) => key);
  };

  it('commits at once, and sees its own writes before', async () => {
    const database = await testDatabases.open();
    const otherConnection = await testDatabases.open();
    const committedSeqs: number[] = [];
    database.onCommit(({ topics }) => committedSeqs.push(...topics.map(({ head }) => head.seq)));
    const returnedValue = await database.writeInTransaction(async () => {
      await insertKey(database, 'one');
      await insertKey(database, 'two');
      expect(await settingsOf(database)).toEqual(['one', 'two']);
      expect(await database.read((knex) => knex('setting').where({ value: 'kept' }))).toHaveLength(2);
      expect(await settingsOf(otherConnection)).toEqual([]);
      expect(committedSeqs).toEqual([]);
      return 'done';
    });
    expect(returnedValue).toBe('done');
    expect(await settingsOf(otherConnection)).toEqual(['one', 'two']);
    expect(await readHead(otherConnection.knex, 'things')).toMatchObject({ seq: 2 });
    expect(committedSeqs).toEqual([2]);
  });

  it('leaves nothing when it fails, and notifies nobody', async () => {
    const database = await testDatabases.open();
    const commitListener = jest.fn();
    database.onCommit(commitListener);
    await expect(
      database.writeInTransaction(async () => {
        await insertKey(database, 'one');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await settingsOf(database)).toEqual([]);
    expect(await readHead(database.knex, 'things')).toMatchObject({ seq: 0 });
    expect(commitListener).not.toHaveBeenCalled();
  });

  it('continues after a nested write that failed', async () => {
    const database = await testDatabases.open();
    await database.writeInTransaction(async () => {
      const failedWrite = database.write(async (tx) => {
        await tx.knex('setting').insert({ key: 'half', value: 'kept' });
        tx.record('things', putOp('half'));
        throw new Error('no');
      });
      await expect(failedWrite).rejects.toThrow('no');
      await insertKey(database, 'whole');
    });
    expect(await settingsOf(database)).toEqual(['whole']);
    expect(await readHead(database.knex, 'things')).toMatchObject({ seq: 1 });
  });

  it('still refuses a write inside a write', async () => {
    const database = await testDatabases.open();
    await expect(
      database.writeInTransaction(() => database.write(() => database.write(async () => {}))),
    ).rejects.toThrow('inside another');
    await insertKey(database, 'after');
    expect(await settingsOf(database)).toEqual(['after']);
  });

  it('runs callbacks of nested writes after the whole commit, and none of a failed nested write', async () => {
    const database = await testDatabases.open();
    const eventLog: string[] = [];
    const writeValue = (value: string) =>
      database.write(async (tx) => {
        tx.afterCommit(() => eventLog.push(value));
        if (value === 'failed') throw new Error('no');
      });
    await database.writeInTransaction(async () => {
      await writeValue('one');
      await expect(writeValue('failed')).rejects.toThrow('no');
      await writeValue('two');
      eventLog.push('written');
    });
    await expect(
      database.writeInTransaction(async () => {
        await writeValue('never');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(eventLog).toEqual(['written', 'one', 'two']);
  });

  it('releases work that was started and not awaited', async () => {
    const database = await testDatabases.open();
    let endTransaction = () => {};
    const transactionEnd = new Promise<void>((resolve) => {
      endTransaction = resolve;
    });
    let laterRead: Promise<string[]> = Promise.resolve([]);
    await database.writeInTransaction(async () => {
      laterRead = transactionEnd.then(() => insertKey(database, 'late')).then(() => settingsOf(database));
      await insertKey(database, 'one');
    });
    endTransaction();
    expect(await laterRead).toEqual(['late', 'one']);
  });
});

describeOnEachEngine('a callback after a commit', (testDatabases) => {
  it('runs when others see the written rows', async () => {
    const database = await testDatabases.open();
    const otherConnection = await testDatabases.open();
    const rowReads: Promise<unknown>[] = [];
    await database.write(async (tx) => {
      await tx.knex('setting').insert({ key: 'one', value: 'kept' });
      tx.afterCommit(() => void rowReads.push(otherConnection.knex('setting').where({ key: 'one' }).first()));
    });
    expect(await Promise.all(rowReads)).toEqual([{ key: 'one', value: 'kept' }]);
  });

  it('never runs when the write fails', async () => {
    const database = await testDatabases.open();
    const afterCommitCallback = jest.fn();
    await expect(
      database.write(async (tx) => {
        tx.afterCommit(afterCommitCallback);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(afterCommitCallback).not.toHaveBeenCalled();
  });

  it('fails alone: the write counts, other callbacks run, and one place gets the error', async () => {
    const reportedErrors: unknown[] = [];
    const database = await testDatabases.open({ onError: (error) => reportedErrors.push(error) });
    const [callbackError, afterCommitCallback] = [new Error('broken'), jest.fn()];
    database.onCommit(() => {
      throw callbackError;
    });
    const value = await database.write(async (tx) => {
      tx.record('things', putOp('one'));
      tx.afterCommit(() => {
        throw callbackError;
      });
      tx.afterCommit(afterCommitCallback);
      return 'written';
    });
    expect([value, reportedErrors]).toEqual(['written', [callbackError, callbackError]]);
    expect(afterCommitCallback).toHaveBeenCalledTimes(1);
  });

  it('can check whether it runs in a transaction', async () => {
    const database = await testDatabases.open();
    expect(database.isInTransaction()).toBe(false);
    let [isInTransactionLater, endTransaction] = [Promise.resolve(true), () => {}];
    const transactionEnd = new Promise<void>((resolve) => {
      endTransaction = resolve;
    });
    await database.write(async () => {
      expect(database.isInTransaction()).toBe(true);
      isInTransactionLater = transactionEnd.then(() => database.isInTransaction());
    });
    endTransaction();
    expect([database.isInTransaction(), await isInTransactionLater]).toEqual([false, false]);
    await database.read(async () => expect(database.isInTransaction()).toBe(true));
    expect(database.isInTransaction()).toBe(false);
    await expect(database.write(() => database.read(() => database.write(async () => {})))).rejects.toThrow(
      'inside another',
    );
    await database.writeInTransaction(async () => expect(database.isInTransaction()).toBe(true));
  });
});

describeOnEachEngine('many writes', (testDatabases) => {
  it.each(['one after the other', 'at once'])('let other work run between two of them: %s', async (order) => {
    const database = await testDatabases.open();
    let [iterationCount, areWritesDone] = [0, false];
    const countIteration = (): void => {
      iterationCount += 1;
      if (!areWritesDone) setImmediate(countIteration);
    };
    const writeKey = (settingKey: string): Promise<void> =>
      database.write(async (tx) => tx.record('a', putOp(settingKey)));
    const writtenKeys = Array.from({ length: 10 }, (_, index) => String(index));
    setImmediate(countIteration);
    if (order === 'at once') await Promise.all(writtenKeys.map(writeKey));
    else for (const settingKey of writtenKeys) await writeKey(settingKey);
    areWritesDone = true;
    expect(iterationCount).toBeGreaterThanOrEqual(writtenKeys.length - 1);
  });
});

describe.each(['better-sqlite3', 'sqlite3'] as const)('SQLite through %s', (driver) => {
  let temporaryFolder: string;
  beforeEach(() => {
    temporaryFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
  });
  afterEach(() => rmSync(temporaryFolder, { recursive: true }));

  it('runs every connection with WAL, foreign keys, a busy timeout and full synchronisation', async () => {
    const { default: knexFactory } = await import('knex');
    const sqliteDialect = createSqliteDialect({ file: `${temporaryFolder}/nested/test.db`, driver });
    // A writing connection never waits for the lock inside the driver: the database retries a refused write instead.
    for (const { role, timeoutMs } of [
      { role: sqliteDialect.writer, timeoutMs: 0 },
      { role: sqliteDialect.reader, timeoutMs: 5000 },
    ]) {
      const knex = knexFactory(role);
      const pragmaRows = await Promise.all(
        ['journal_mode', 'foreign_keys', 'busy_timeout', 'synchronous'].map((pragmaName) =>
          knex.raw(`pragma ${pragmaName}`),
        ),
      );
      expect(pragmaRows.map(([pragmaRow]) => Object.values(pragmaRow)[0])).toEqual(['wal', 1, timeoutMs, 2]);
      await knex.destroy();
    }
  });

  it('refuses writes while the disk is full, says so, and goes on once there is room', async () => {
    const database = openDatabase({
      dialect: createSqliteDialect({ file: `${temporaryFolder}/full.db`, driver }),
      realNow: () => 0,
    });
    await database.migrate(migrations);
    // Limits the size of the file: SQLite reports a file that has reached its limit like a full disk.
    const limitPages = (pageCount: number) =>
      database.writeInTransaction((knex) => knex.raw(`pragma max_page_count = ${pageCount}`));
    const write = () =>
      database.write(({ knex }) => knex('setting').insert({ key: 'long', value: 'x'.repeat(1_000_000) }));
    await limitPages(1);
    await expect(write()).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1_000 });
    expect(database.isDiskFull()).toBe(true);
    expect(await database.knex('setting').where({ key: 'long' })).toEqual([]);
    await limitPages(1_000_000);
    await write();
    expect(database.isDiskFull()).toBe(false);
    await database.close();
  });

  it('reports the name of a file that is no database', async () => {
    writeFileSync(`${temporaryFolder}/text.db`, 'no database '.repeat(1000));
    const database = openDatabase({
      dialect: createSqliteDialect({ file: `${temporaryFolder}/text.db`, driver }),
      realNow: () => 0,
    });
    await expect(database.migrate(migrations)).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
    await database.close();
  });
});

it('compiles a statement once, and again after its table has changed: better-sqlite3', async () => {
  const { database, remove } = await openTemporaryDatabase(() => 0);
  const insertAndReadSettings = () =>
    database.write(async ({ knex }) => {
      await knex('setting').insert({ key: `k${(await knex('setting').select()).length}`, value: 'v' });
      return knex('setting').where({ value: 'v' });
    });
  expect([(await insertAndReadSettings()).length, (await insertAndReadSettings()).length]).toEqual([1, 2]);
  await database.write(({ knex }) => knex.raw("alter table setting add column note text default 'neu'"));
  expect((await insertAndReadSettings())[2]).toMatchObject({ note: 'neu' });
  await remove();
});
