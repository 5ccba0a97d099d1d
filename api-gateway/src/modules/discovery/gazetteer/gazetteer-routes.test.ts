import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import request from 'supertest';
import { testGateways, type TestGateway } from '../../../platform/testing/test-gateway';
import { findNearestTown } from './gazetteer-repository';
import { importGazetteer } from './import-gazetteer';

const town = (id: number, name: string, fields: object = {}) => ({ id, name, country: 'DE', admin: '02', feature: 'PPL', pop: 1000, lat: 48, lon: 11, ...fields });

const records = [
  town(2867714, 'Munich', { pop: 1_260_391, lat: 48.13743, lon: 11.57549 }),
  town(1, 'Münster', { admin: '07', pop: 270_184, lat: 51.96236, lon: 7.62571 }),
  town(2, 'Frankfurt am Main', { admin: '05', pop: 650_000, lat: 50.11552, lon: 8.68417 }),
  town(3, 'Frankfurt (Oder)', { admin: '11', pop: 58_000, lat: 52.34714, lon: 14.55062 }),
  town(2761369, 'Vienna', { country: 'AT', admin: '09', pop: 1_691_468, lat: 48.20849, lon: 16.37208 }),
  town(4, 'Zürich', { country: 'CH', admin: 'ZH', pop: 341_730, lat: 47.36667, lon: 8.55 }),
  town(5, 'Neumünster', { admin: '10', pop: 79_000, lat: 54.07477, lon: 9.98195 }),
];

describe('places over HTTP', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let token = '';

  beforeAll(async () => {
    gateway = await gateways.start();
    await importGazetteer(records, { database: gateway.database });
    token = (await request(gateway.url).post('/api/auth/anonymous').send({})).body.idToken;
  });

  const get = (path: string) => request(gateway.url).get(path).set('Authorization', `Bearer ${token}`);
  const suggested = async (text: string, at = ''): Promise<string[]> =>
    (await get(`/api/places/autocomplete?text=${encodeURIComponent(text)}${at}`)).body.map(({ name }: { name: string }) => name);

  it.each([
    ['Münch', ['München']],
    ['MUNICH', ['München']],
    ['muench', ['München']],
    ['wien', ['Wien']],
    ['vienna', ['Wien']],
    ['zur', ['Zürich']],
    ['mün', ['München', 'Münster', 'Neumünster']],
    ['mü', []],
    ['  mü ', []],
    ['%%%', []],
    ['nirgendwo', []],
  ])('D05 suggests for %j: %j', async (text, names) => expect(await suggested(text)).toEqual(names));

  it('prefers the nearer of the same name where a place is given', async () => {
    expect(await suggested('frankfurt')).toEqual(['Frankfurt am Main', 'Frankfurt (Oder)']);
    expect(await suggested('frankfurt', '&latitude=52.4&longitude=14.4')).toEqual(['Frankfurt (Oder)', 'Frankfurt am Main']);
  });

  it.each(['', '?text=abc&latitude=48', '?text=abc&latitude=NaN&longitude=1', '?text=a&text=b'])('refuses autocomplete%s', async (query) => {
    expect((await get(`/api/places/autocomplete${query}`)).status).toBe(400);
  });

  it('knows the default place of every world, and the imported ones by their id', async () => {
    expect((await get('/api/places/geonames-2911298')).body).toEqual({ placeId: 'geonames-2911298', name: 'Hamburg', coordinate: { latitude: 53.55, longitude: 9.99 } });
    expect((await get('/api/places/geonames-2867714')).body).toMatchObject({ name: 'München' });
    const unknown = await get('/api/places/__proto__');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'notFound']);
  });

  it('tells the town of a coordinate and the address of a place', async () => {
    const { body } = await get('/api/geocode/json?latlng=48.15,11.6');
    expect(body).toEqual({
      status: 'OK',
      results: [{
        place_id: 'geonames-2867714',
        formatted_address: 'München, Deutschland',
        address_components: [
          { long_name: 'München', short_name: 'München', types: ['locality', 'political'] },
          { long_name: 'Bayern', short_name: 'Bayern', types: ['administrative_area_level_1', 'political'] },
          { long_name: 'Deutschland', short_name: 'DE', types: ['country', 'political'] },
        ],
        geometry: { location: { lat: 48.13743, lng: 11.57549 } },
      }],
    });
    expect((await get('/api/geocode/json?place_id=geonames-2761369')).body.results[0].formatted_address).toBe('Wien, Österreich');
  });

  it.each([
    ['latlng=0,0', 'ZERO_RESULTS'],
    ['latlng=90,180', 'ZERO_RESULTS'],
    ['place_id=nirgendwo', 'ZERO_RESULTS'],
    ['', 'INVALID_REQUEST'],
    ['latlng=', 'INVALID_REQUEST'],
    ['latlng=NaN,NaN', 'INVALID_REQUEST'],
    ['latlng=91,0', 'INVALID_REQUEST'],
    ['latlng=48', 'INVALID_REQUEST'],
    ['latlng=1,2&latlng=3,4', 'INVALID_REQUEST'],
    ['latlng=48,11&place_id=x', 'INVALID_REQUEST'],
    ['place_id=', 'INVALID_REQUEST'],
  ])('answers ?%s with 200 and %s', async (query, status) => {
    const answer = await get(`/api/geocode/json?${query}`);
    expect([answer.status, answer.body]).toEqual([200, { status, results: [] }]);
  });

  it('finds the nearest town with its state, and none in the middle of the sea', async () => {
    const { knex } = gateway.database;
    expect(await findNearestTown(knex, { latitude: 47.4, longitude: 8.6 })).toMatchObject({ name: 'Zürich', countryCode: 'CH', state: 'Zürich' });
    expect(await findNearestTown(knex, { latitude: 53.6, longitude: 10 })).toMatchObject({ name: 'Hamburg', state: 'Hamburg' });
    expect(await findNearestTown(knex, { latitude: 40, longitude: -30 })).toBeNull();
  });

  it('imports again what changed alone, and says why it left what out', async () => {
    const again = [...records.slice(1), town(2867714, 'Munich', { pop: 9 }), town(5, 'Zweimal'), town(6, ' '), town(7, 'Vaduz', { country: 'LI' }), town(8, 'Ohne', { lat: null }), { id: 'x' }, null];
    expect(await importGazetteer(again, { database: gateway.database })).toEqual({
      imported: 0, updated: 1, unchanged: 6, skipped: { duplicate: 1, noName: 1, outsideArea: 1, noCoordinates: 1, malformed: 2 },
    });
  });

  const file = resolve(__dirname, '../../../../../../shared/data/gazetteer/geonames-de-at-ch.json');
  (existsSync(file) ? it : it.skip)('takes the whole gazetteer of ../shared/data (skipped where that folder is absent)', async () => {
    const { places } = JSON.parse(readFileSync(file, 'utf8'));
    const outcome = await importGazetteer(places, { database: gateway.database });
    expect(outcome.skipped).toEqual({ outsideArea: 11 });
    expect(outcome.imported + outcome.updated + outcome.unchanged).toBe(places.length - 11);
    expect((await suggested('genev'))[0]).toBe('Genf');
    expect(await suggested('hamb')).toContain('Hamburg');
  }, 60_000);
});
