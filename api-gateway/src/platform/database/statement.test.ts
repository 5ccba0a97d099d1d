import { describeOnEachEngine } from '../testing/temporary-database';
import { query, sql } from './statement';

it('puts a placeholder for each value, and a list in brackets', () => {
  expect(sql`select * from chat where key in ${['a', 'b']} and uid = ${'anna'} limit ${1}`).toEqual({
    text: 'select * from chat where key in (?, ?) and uid = ? limit ?',
    values: ['a', 'b', 'anna', 1],
  });
  expect(sql`select 1`).toEqual({ text: 'select 1', values: [] });
  expect(sql`select 1 where 1 in ${[]}`).toEqual({ text: 'select 1 where 1 in (null)', values: [] });
});

describeOnEachEngine('a statement', (testDatabases, engine) => {
  const insertSetting = (key: string, value: string) => sql`insert into setting (key, value) values (${key}, ${value})`;
  const selectValues = (settingKeys: readonly string[]) =>
    sql`select value from setting where key in ${settingKeys} order by key`;

  it('runs in its transaction beside knex statements, and is rolled back with it', async () => {
    const database = await testDatabases.open();
    await database.write(async ({ knex }) => {
      expect(await query(knex, insertSetting('one', "it's ?"))).toEqual([]);
      await knex('setting').insert({ key: 'two', value: '2' });
      expect(await query(knex, selectValues(['one', 'two']))).toEqual([{ value: "it's ?" }, { value: '2' }]);
      expect(await query(database.knex, selectValues(['one']))).toEqual([]);
    });
    const failedWrite = database.write(async ({ knex }) => {
      await query(knex, insertSetting('three', '3'));
      throw new Error('changed my mind');
    });
    await expect(failedWrite).rejects.toThrow('changed my mind');
    expect(await query(database.knex, selectValues(['one', 'three']))).toEqual([{ value: "it's ?" }]);
  });

  it('runs in a nested write of a shared transaction, and is rolled back with it', async () => {
    const database = await testDatabases.open();
    await database.writeInTransaction(async () => {
      await database.write(({ knex }) => query(knex, insertSetting('kept', '1')));
      await expect(
        database.write(async ({ knex }) => {
          await query(knex, insertSetting('undone', '2'));
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      expect(await query(database.knex, selectValues(['kept', 'undone']))).toEqual([{ value: '1' }]);
    });
    expect(await query(database.knex, selectValues(['kept', 'undone']))).toEqual([{ value: '1' }]);
  });

  it('is refused after the end of its transaction, and on a reading connection', async () => {
    const database = await testDatabases.open();
    const completedWrite = await database.write(async ({ knex }) => ({
      later: () => query(knex, insertSetting('late', '1')),
    }));
    await expect(completedWrite.later()).rejects.toThrow(/already complete/);
    // Checks the error without `instanceof`, because the driver may create its errors in another realm.
    await expect(query(database.knex, insertSetting('late', '1'))).rejects.toMatchObject({
      code: expect.stringMatching(new RegExp(`^${engine.readOnlyErrorCode}`)),
    });
    expect(await query(database.knex, selectValues(['late']))).toEqual([]);
  });

  it('finds nothing in an empty list', async () => {
    const database = await testDatabases.open();
    await database.write(({ knex }) => query(knex, insertSetting('one', '1')));
    expect(await query(database.knex, selectValues([]))).toEqual([]);
  });

  it('accepts booleans', async () => {
    const database = await testDatabases.open();
    expect(await query(database.knex, sql`select 1 as found where ${true} and not ${false}`)).toEqual([{ found: 1 }]);
  });
});
