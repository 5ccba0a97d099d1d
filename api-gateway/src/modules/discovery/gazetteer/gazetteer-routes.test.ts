import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import request from 'supertest';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createRestaurantRepository } from '../restaurants/restaurant-repository';
import { createGazetteerRepository } from './gazetteer-repository';
import { importGazetteer } from './import-gazetteer';

const createAnonymousToken = async ({ url }: TestGateway): Promise<string> =>
  (await request(url).post('/api/auth/anonymous').send({})).body.idToken;

describe('the gazetteer over HTTP', () => {
  const createTownRecord = (id: number, name: string, fields: object = {}) => ({
    id,
    name,
    country: 'DE',
    admin: '02',
    feature: 'PPL',
    pop: 1000,
    lat: 48,
    lon: 11,
    ...fields,
  });

  const gatewayFactory = testGateways();
  let gateway: TestGateway;
  let token = '';

  beforeAll(async () => {
    gateway = await gatewayFactory.start();
    token = await createAnonymousToken(gateway);
  });

  const sendGet = (path: string) => request(gateway.url).get(path).set('Authorization', `Bearer ${token}`);
  const suggestedNames = async (text: string, locationQuery = ''): Promise<string[]> =>
    (await sendGet(`/api/places/autocomplete?text=${encodeURIComponent(text)}${locationQuery}`)).body.map(
      ({ name }: { name: string }) => name,
    );

  it.each([
    ['Münch', ['München', 'Münchenstein', 'Münchberg']],
    ['MUNICH', ['München']],
    ['muench', ['München', 'Münchenstein', 'Münchberg']],
    ['wien', ['Wien', 'Wiener Neustadt', 'Wiener Neudorf']],
    ['vienna', ['Wien']],
    ['zur', ['Zürich', 'Zürich (Kreis 11)', 'Zürich (Kreis 3)']],
    ['mün', ['München', 'Münster', 'Munster']],
    ['mü', []],
    ['  mü ', []],
    ['%%%', []],
    ['nirgendwo', []],
  ])('D05 suggests for %j: %j', async (text, expectedNames) =>
    expect(await suggestedNames(text)).toEqual(expectedNames),
  );

  it('prefers the nearer of the same name where a place is given', async () => {
    expect(await suggestedNames('frankfurt')).toEqual(['Frankfurt am Main', 'Frankfurt (Oder)']);
    expect(await suggestedNames('frankfurt', '&latitude=52.4&longitude=14.4')).toEqual([
      'Frankfurt (Oder)',
      'Frankfurt am Main',
    ]);
  });

  it.each([
    ['20459', ['20459 Hamburg']],
    ['D-20459 Hamburg', ['20459 Hamburg']],
    ['20459 Neustadt', ['20459 Hamburg']],
    ['2045', ['20457 Hamburg', '20459 Hamburg']],
    ['1010', ['1010 Wien, Innere Stadt', '1010 Lausanne']],
    ['CH-8001', ['8001 Zürich']],
    ['10875', []],
    ['99999', []],
  ])('finds for the postcode %j: %j', async (text, expectedNames) =>
    expect(await suggestedNames(text)).toEqual(expectedNames),
  );

  it('prefers the nearest of the postcodes that begin with the digits', async () => {
    expect((await suggestedNames('203', '&latitude=53.5500&longitude=9.9790'))[0]).toBe('20355 Hamburg');
    expect((await suggestedNames('101', '&latitude=47.37&longitude=8.54'))[0]).toMatch(/^101\d .+/);
  });

  it('finds a postcode by id, with its address', async () => {
    expect((await sendGet('/api/places/postcode-de-20459')).body).toEqual({
      placeId: 'postcode-de-20459',
      name: '20459 Hamburg',
      region: 'Hamburg',
      coordinate: { latitude: 53.5502, longitude: 9.9841 },
    });
    expect((await sendGet('/api/geocode/json?place_id=postcode-at-1010')).body.results[0]).toMatchObject({
      formatted_address: '1010 Wien, Innere Stadt, Österreich',
      address_components: [{ types: ['postal_code'] }, { long_name: 'Wien' }, { short_name: 'AT' }],
    });
  });

  it('finds a street of a restaurant, also with a house number, an abbreviation and the town', async () => {
    const street = { placeId: null, street: 'Kleine Ludwig-Erhard-Straße', streetNumber: '3', postalCode: '20459' };
    const addresses = [
      { key: 'west', location: { latitude: 53.55, longitude: 9.98 }, locality: 'Hamburg' },
      { key: 'mitte', location: { latitude: 53.55, longitude: 9.982 }, locality: 'Hamburg' },
      { key: 'ost', location: { latitude: 53.55, longitude: 9.985 }, locality: 'Hamburg' },
      { key: 'bonn', location: { latitude: 50.73, longitude: 7.1 }, locality: 'Bonn' },
    ];
    await gateway.database.write(async ({ knex }) => {
      for (const { key, location, locality } of addresses)
        await createRestaurantRepository(knex).insert(
          aRestaurant({ key, routingName: key, location, address: { ...street, locality } }),
          { source: 'test', sourceId: key },
        );
    });
    for (const text of ['kleine ludwig-erhard-str. 3', 'Kleine Ludwig Erhard Straße 12a, Hamburg', 'ludwig erhard str'])
      expect(await suggestedNames(text, '&latitude=53.5&longitude=10')).toEqual([
        'Kleine Ludwig-Erhard-Straße, Hamburg',
        'Kleine Ludwig-Erhard-Straße, Bonn',
      ]);
    expect((await sendGet('/api/places/street-of-mitte')).body).toMatchObject({
      name: 'Kleine Ludwig-Erhard-Straße, Hamburg',
      coordinate: { latitude: 53.55, longitude: 9.982 },
    });
    expect((await sendGet('/api/places/street-of-nobody')).status).toBe(404);
  });

  it.each(['', '?text=abc&latitude=48', '?text=abc&latitude=NaN&longitude=1', '?text=a&text=b'])(
    'refuses autocomplete%s',
    async (query) => {
      expect((await sendGet(`/api/places/autocomplete${query}`)).status).toBe(400);
    },
  );

  it('finds the default place and every other by id, with the region of an ambiguous name', async () => {
    expect((await sendGet('/api/places/geonames-2911298')).body).toEqual({
      placeId: 'geonames-2911298',
      name: 'Hamburg',
      coordinate: { latitude: 53.55, longitude: 9.99 },
    });
    expect((await sendGet('/api/places/geonames-2867714')).body).toMatchObject({ name: 'München', region: 'Bayern' });
    expect((await sendGet('/api/places/geonames-2761369')).body).toMatchObject({ name: 'Wien', region: 'Österreich' });
    const unknownPlaceResponse = await sendGet('/api/places/__proto__');
    expect([unknownPlaceResponse.status, unknownPlaceResponse.body.code]).toEqual([404, 'notFound']);
  });

  it('finds the town of a coordinate and the address of a place', async () => {
    const { body } = await sendGet('/api/geocode/json?latlng=48.138,11.576');
    expect(body).toEqual({
      status: 'OK',
      results: [
        {
          place_id: 'geonames-2867714',
          formatted_address: 'München, Deutschland',
          address_components: [
            { long_name: 'München', short_name: 'München', types: ['locality', 'political'] },
            { long_name: 'Bayern', short_name: 'Bayern', types: ['administrative_area_level_1', 'political'] },
            { long_name: 'Deutschland', short_name: 'DE', types: ['country', 'political'] },
          ],
          geometry: { location: { lat: 48.13743, lng: 11.57549 } },
        },
      ],
    });
    expect((await sendGet('/api/geocode/json?place_id=geonames-2761369')).body.results[0].formatted_address).toBe(
      'Wien, Österreich',
    );
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
    const geocodeResponse = await sendGet(`/api/geocode/json?${query}`);
    expect([geocodeResponse.status, geocodeResponse.body]).toEqual([200, { status, results: [] }]);
  });

  it('finds the nearest town with its state, and none in the middle of the sea', async () => {
    const { knex } = gateway.database;
    expect(await createGazetteerRepository(knex).findNearest({ latitude: 47.3667, longitude: 8.5501 })).toMatchObject({
      name: 'Zürich',
      countryCode: 'CH',
      state: 'Zürich',
    });
    expect(await createGazetteerRepository(knex).findNearest({ latitude: 53.5501, longitude: 9.9901 })).toMatchObject({
      name: 'Hamburg',
      state: 'Hamburg',
    });
    expect(await createGazetteerRepository(knex).findNearest({ latitude: 40, longitude: -30 })).toBeNull();
  });

  it('imports only new and changed towns, and reports why it skipped others', async () => {
    const berlinRecord = createTownRecord(2950159, 'Berlin', {
      admin: '16',
      pop: 3_426_354,
      lat: 52.52437,
      lon: 13.41053,
    });
    const townRecords = [
      berlinRecord,
      createTownRecord(2867714, 'Munich', { pop: 9 }),
      createTownRecord(5, 'Neu'),
      createTownRecord(5, 'Zweimal'),
      createTownRecord(6, ' '),
      createTownRecord(7, 'Vaduz', { country: 'LI' }),
      createTownRecord(8, 'Ohne', { lat: null }),
      { id: 'x' },
      null,
    ];
    expect(await importGazetteer(townRecords, { database: gateway.database })).toEqual({
      imported: 1,
      updated: 1,
      unchanged: 1,
      skipped: { duplicate: 1, noName: 1, outsideArea: 1, noCoordinates: 1, malformed: 2 },
    });
  });

  it('suggests a place once that two sources know, and both of two towns of one name', async () => {
    await importGazetteer(
      [
        createTownRecord(20, 'Doppelort', { lat: 50 }),
        createTownRecord(21, 'Doppelort', { lat: 50.01 }),
        createTownRecord(22, 'Doppelort', { lat: 51, admin: '05' }),
      ],
      { database: gateway.database },
    );
    expect(
      (await sendGet('/api/places/autocomplete?text=doppelort')).body.map(({ region }: { region: string }) => region),
    ).toEqual(['Bayern', 'Hessen']);
  });

  const file = resolve(__dirname, '../../../../../../shared/data/gazetteer/geonames-de-at-ch.json');
  (existsSync(file) ? it : it.skip)(
    'takes the whole gazetteer of ../shared/data (skipped where that folder is absent)',
    async () => {
      const { places } = JSON.parse(readFileSync(file, 'utf8'));
      const importCounts = await importGazetteer(places, { database: gateway.database });
      expect(importCounts.skipped).toEqual({ outsideArea: 11 });
      expect(importCounts.imported + importCounts.updated + importCounts.unchanged).toBe(places.length - 11);
      expect((await suggestedNames('genev'))[0]).toBe('Genf');
      expect(await suggestedNames('hamb')).toContain('Hamburg');
    },
    60_000,
  );
});
