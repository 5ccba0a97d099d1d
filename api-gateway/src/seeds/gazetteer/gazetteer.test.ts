import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createGazetteerService } from '../../modules/discovery/gazetteer/gazetteer-service';
import type { OpenDatabase } from '../../platform/database/open-database';
import { describeByEngine, openTemporaryDatabase } from '../../platform/testing/temporary-database';
import { GAZETTEER_VERSION, POSTCODES_VERSION, refreshGazetteer } from './gazetteer';
import postcodesFile from './postcodes.json';
import { PostcodeExtract, reducePostcodes } from './reduce-postcodes';
import townsFile from './towns.json';

const HAMBURG = { latitude: 53.55, longitude: 9.99 };

const extractPath = resolve(__dirname, '../../../../../shared/data/gazetteer/geonames-postcodes-de-at-ch.json');

(existsSync(extractPath) ? it : it.skip)(
  'ships the postcodes of ../shared/data, reduced (skipped where that folder is absent)',
  () => {
    const extract = PostcodeExtract.parse(JSON.parse(readFileSync(extractPath, 'utf8')));
    expect(reducePostcodes(extract, townsFile.towns)).toEqual(postcodesFile.postcodes);
  },
);

it('reduces postcodes to one point each, at the largest town, without the codes of firms', () => {
  const rows: [string, string, string, number, number, string][] = [
    ['DE', '10875', 'Daimler Insurance Services GmbH', 48.8, 9.18, '01'],
    ['DE', '20459', 'Hamburg Sankt Pauli', 53.551, 9.97, 'HH'],
    ['DE', '20459', 'Hamburg', 53.55, 9.984, 'HH'],
    ['AT', '6943', 'West', 47.5, 9.9, '08'],
    ['AT', '6943', 'Mitte', 47.5, 9.95, '08'],
    ['AT', '6943', 'Ost', 47.5, 10.02, '08'],
    ['CH', '3000', 'Bern 9', 46.9, 7.4, 'BE'],
    ['LI', '9490', 'Vaduz', 47.1, 9.5, '7001'],
  ];
  expect(reducePostcodes({ rows }, ['1;Hamburg;DE;04;1739117;53.55;9.99'])).toEqual([
    'AT;6943;Mitte;47.5;9.95;08',
    'CH;3000;Bern;46.9;7.4;BE',
    'DE;20459;Hamburg;53.55;9.984;04',
  ]);
});

describeByEngine('refreshGazetteer', (engine) => {
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

  it('contains the version of its postcodes', async () => {
    const postcodeRows: unknown = await database.knex('postcode').orderBy('place_id');
    expect(createHash('sha256').update(JSON.stringify(postcodeRows)).digest('hex').slice(0, 16)).toBe(
      POSTCODES_VERSION,
    );
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
      await knex('setting').whereIn('key', ['gazetteer', 'postcodes']).update({ value: 'older' });
      await knex('postcode').where({ code: '20459' }).delete();
      await refreshGazetteer({ knex });
    });
    expect(await findTownNames('berlin')).toContain('Berlin');
    expect(await findTownNames('eigenes')).toEqual(['Eigenes']);
    expect(await findTownNames('20459')).toEqual(['20459 Hamburg']);
  });
});
