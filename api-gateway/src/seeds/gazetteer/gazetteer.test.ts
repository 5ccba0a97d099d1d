import { createHash } from 'node:crypto';
import { createGazetteerService } from '../../modules/discovery/gazetteer/gazetteer-service';
import type { OpenDatabase } from '../../platform/database/open-database';
import { openTemporaryDatabase, testEngines } from '../../platform/testing/temporary-database';
import { GAZETTEER_VERSION, refreshGazetteer } from './gazetteer';

const HAMBURG = { latitude: 53.55, longitude: 9.99 };

describe.each(testEngines)('refreshGazetteer (%s)', (_name, engine) => {
  let database: OpenDatabase;
  let removeDatabase: () => Promise<void>;

  beforeAll(async () => {
    ({ database, remove: removeDatabase } = await openTemporaryDatabase(() => 0, engine));
    await database.write(refreshGazetteer);
  });

  afterAll(() => removeDatabase());

  const findTownNames = async (searchText: string): Promise<string[]> =>
    (await createGazetteerService({ database }).suggest(searchText, HAMBURG)).map(({ name }) => name);

  it('contains the version of its towns', async () => {
    const placeRows: unknown = await database.knex('place').orderBy('place_id');
    expect(createHash('sha256').update(JSON.stringify(placeRows)).digest('hex').slice(0, 16)).toBe(GAZETTEER_VERSION);
  });

  it.each([
    ['München', 'München'],
    ['Munich', 'München'],
    ['münch', 'München'],
    ['muench', 'München'],
    ['munch', 'München'],
    ['MÜNCHEN', 'München'],
    ['Berlin', 'Berlin'],
    ['berl', 'Berlin'],
    ['Wien', 'Wien'],
    ['Vienna', 'Wien'],
    ['Zürich', 'Zürich'],
    ['zuerich', 'Zürich'],
    ['Köln', 'Köln'],
    ['koeln', 'Köln'],
    ['cologne', 'Köln'],
    ['genf', 'Genf'],
    ['geneva', 'Genf'],
    ['lucerne', 'Luzern'],
    ['st. pölten', 'Sankt Pölten'],
    ['sankt gallen', 'St. Gallen'],
    ['hamburg', 'Hamburg'],
  ])('finds for %j: %j', async (text, expectedName) => expect((await findTownNames(text))[0]).toBe(expectedName));

  it('keeps the towns of a database with this version, and those of an import', async () => {
    await database.write(async ({ knex }) => {
      await knex('place').where({ name: 'Berlin' }).update({ name: 'Spree-Athen' });
      await knex('place').insert({
        place_id: 'quarter-x',
        name: 'Eigenes',
        country_code: 'DE',
        state: 'Hamburg',
        population: 1,
        latitude: 53,
        longitude: 9,
        search_text: '\neigenes',
      });
      await refreshGazetteer({ knex });
    });
    expect(await findTownNames('spree-athen')).toEqual([]);
    expect(await database.knex('place').where({ name: 'Spree-Athen' }).first()).toBeDefined();
    await database.write(async ({ knex }) => {
      await knex('setting').where({ key: 'gazetteer' }).update({ value: 'older' });
      await refreshGazetteer({ knex });
    });
    expect(await findTownNames('berlin')).toContain('Berlin');
    expect(await findTownNames('eigenes')).toEqual(['Eigenes']);
  });
});
