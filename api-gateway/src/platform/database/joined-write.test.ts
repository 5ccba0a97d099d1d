import { describeOnEachEngine } from '../testing/temporary-database';
import type { Database } from '../types';
import { readHead } from './change-log';

const put = (key: string) => ({ kind: 'put' as const, collection: 'things', key, value: { key } });

const keep = (database: Database, key: string) => database.write(async (tx) => {
  await tx.knex('setting').insert({ key, value: 'kept' });
  tx.record('things', put(key));
});

const kept = async (database: Database): Promise<string[]> => {
  const rows = await database.knex<{ key: string; value: string }>('setting').where({ value: 'kept' }).orderBy('key');
  return rows.map(({ key }) => key);
};

describeOnEachEngine('what is written together', (databases) => {
  it('is committed at once, and sees itself before', async () => {
    const database = await databases.open();
    const elsewhere = await databases.open();
    const heard: number[] = [];
    database.onCommit((heads) => heard.push(...heads.map(({ seq }) => seq)));
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
    await expect(database.writeInTransaction(async () => {
      await keep(database, 'one');
      database.afterCommit(told);
      throw new Error('changed my mind');
    })).rejects.toThrow('changed my mind');
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
    await expect(database.writeInTransaction(() => database.write(() => database.write(async () => {})))).rejects.toThrow('inside another');
    await keep(database, 'after');
    expect(await kept(database)).toEqual(['after']);
  });

  it('waits with what follows until it is committed; where nothing is written together it follows at once', async () => {
    const database = await databases.open();
    const order: string[] = [];
    database.afterCommit(() => order.push('alone'));
    await database.writeInTransaction(async () => {
      database.afterCommit(() => order.push('after'));
      await keep(database, 'one');
      order.push('written');
    });
    expect(order).toEqual(['alone', 'written', 'after']);
  });

  it('lets go of what it started and did not wait for', async () => {
    const database = await databases.open();
    let goOn = () => {};
    const isOver = new Promise<void>((resolve) => { goOn = resolve; });
    let left: Promise<string[]> = Promise.resolve([]);
    await database.writeInTransaction(async () => {
      left = isOver.then(() => keep(database, 'late')).then(() => kept(database));
      await keep(database, 'one');
    });
    goOn();
    expect(await left).toEqual(['late', 'one']);
  });
});
