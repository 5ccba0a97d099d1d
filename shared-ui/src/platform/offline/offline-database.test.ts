import 'fake-indexeddb/auto';
import type { RowGroup, RowWrite } from './offline-cache';
import { createOfflineDatabase } from './offline-database';

const DISHES: RowGroup = { name: 'dishes', maxRows: 2 };
const SALADS: RowGroup = { name: 'salads', maxRows: 2 };

const dish = (name: string, cachedAt: number, group = DISHES): RowWrite => ({
  group,
  name,
  row: { cachedAt, value: new Map([[name, cachedAt]]) },
});

const database = createOfflineDatabase();
const namesOf = async (owner: string, names: readonly string[], group = DISHES) => {
  const rows = await Promise.all(
    names.map(async (name) => [name, await database.read(owner, { group, name })] as const),
  );
  return rows.flatMap(([name, row]) => (row === undefined ? [] : [name]));
};

beforeEach(() => database.erase());

it('reads what it has written, and nothing that is removed', async () => {
  await database.write('frieda', [dish('soup', 1), dish('stew', 2)]);
  expect(await database.read('frieda', dish('soup', 1))).toMatchObject({ cachedAt: 1, value: new Map([['soup', 1]]) });
  await database.write('frieda', [{ ...dish('soup', 1), row: null }]);
  expect(await namesOf('frieda', ['soup', 'stew'])).toEqual(['stew']);
});

it('removes the oldest rows of a group that is full, and none of others', async () => {
  await database.write('frieda', [dish('old', 1), dish('salad', 1, SALADS), dish('new', 9)]);
  await database.write('frieda', [dish('middle', 5), dish('newest', 10)]);
  expect(await namesOf('frieda', ['old', 'middle', 'new', 'newest'])).toEqual(['new', 'newest']);
  expect(await namesOf('frieda', ['salad'], SALADS)).toEqual(['salad']);
});

it('A06 erases the rows of everybody else with the first write of a user', async () => {
  // Names that IndexedDB orders before and after the user's own, and one that begins alike.
  for (const owner of ['anna', 'frieda', 'frieda 2', 'visitor zoe']) {
    await database.write(owner, [dish('soup', 1)]);
    expect(await namesOf(owner, ['soup'])).toEqual(['soup']);
  }
  await database.write('frieda', [dish('stew', 2)]);
  for (const owner of ['anna', 'frieda', 'frieda 2', 'visitor zoe'])
    expect(await namesOf(owner, ['soup', 'stew'])).toEqual(owner === 'frieda' ? ['stew'] : []);
});

it('gives way to a deletion of the database, and begins a new one', async () => {
  await database.write('frieda', [dish('soup', 1)]);
  await new Promise<void>((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase('mahlzeit-offline');
    deletion.onsuccess = () => resolve();
    deletion.onerror = () => reject(new Error('not deleted'));
  });
  expect(await namesOf('frieda', ['soup'])).toEqual([]);
});
