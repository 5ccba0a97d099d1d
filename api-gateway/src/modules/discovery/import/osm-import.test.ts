import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportReport } from '@mahlzeit/contract';
import { seedDiscovery } from '../../../seeds/empty/discovery';
import type { OpenDatabase } from '../../../platform/database/open-database';
import { describeOnEachEngine, type TestDatabases } from '../../../platform/testing/temporary-database';
import { createListingService } from '../listing/listing-service';
import { importFiles } from './import-service';
import { knownCuisines } from './osm/osm-cuisines';

const noonMs = Date.parse('2026-06-24T11:30:00+02:00');
const clock = { now: () => noonMs, realNow: () => noonMs };

interface FeatureFields {
  readonly id?: string;
  readonly tags?: object;
  readonly featureCoordinates?: readonly unknown[];
}

const osmFeature = ({ id = 'node/1', tags = {}, featureCoordinates = [11.567, 48.147] }: FeatureFields = {}) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: featureCoordinates },
  properties: { name: 'Zum Löwen', amenity: 'restaurant', ...tags },
});
const geoJsonExtract = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const overpassExtract = (...elements: unknown[]) => ({ version: 0.6, generator: 'Overpass API', elements });
const canteenRecord = (fields: object = {}) => ({
  canteens: [
    {
      canteen_id: 'eins',
      name: 'Zum Löwen',
      location: { address: 'Arcisstraße 17, München', latitude: 48.147, longitude: 11.567 },
      ...fields,
    },
  ],
  weeks: [],
});

// Returns the latitude that is `meters` north of a fixed start.
const latitudeNorthBy = (meters: number): number => 48.147 + meters / 111_195;

describeOnEachEngine('importFiles of OpenStreetMap', (databases: TestDatabases) => {
  let folder = '';
  let database: OpenDatabase;
  let count = 0;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mahlzeit-osm-'));
    database = await databases.open();
    await database.write((tx) => seedDiscovery(tx.knex));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const writeFile = (content: unknown): string => {
    const file = join(folder, `${(count += 1)}.json`);
    writeFileSync(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
    return file;
  };

  const importPlaces = async (fileContents: readonly unknown[], options: { prune?: boolean } = {}) => {
    const result = await importFiles(fileContents.map(writeFile), { database, clock, ...options });
    expect(ImportReport.parse(result.report)).toEqual(result.report);
    return result;
  };

  const activeSourceIds = async () => {
    const rows = await database
      .knex<{ name: string; source_id: string; key: string }>('restaurant')
      .whereNull('deactivated_at')
      .orderBy('id');
    return rows.map(({ source_id }) => source_id);
  };

  const findRestaurant = async (sourceId: string) => {
    const row = await database
      .knex<{ key: string; source_id: string }>('restaurant')
      .where({ source_id: sourceId })
      .first();
    const listedRestaurant = await createListingService({ database, clock }).byKey(row?.key ?? '', null);
    return listedRestaurant.ok ? listedRestaurant.value : null;
  };

  const recordedOpKinds = async () =>
    (await database.knex<{ op: string; seq: number }>('change').whereLike('topic', 'restaurant/%').orderBy('seq')).map(
      ({ op }) => JSON.parse(op).kind,
    );

  const notifiedCells = async (): Promise<string[]> =>
    database.knex('change').whereLike('topic', 'places/%').orderBy(['topic', 'seq']).pluck('topic');

  it('makes a place that is no partner of a feature', async () => {
    const tags = {
      cuisine: 'bavarian;steak_house',
      opening_hours: 'Mo-Su 11:00-23:00',
      phone: '+49',
      website: 'www.loewen.example',
      wheelchair: 'yes',
      takeaway: 'only',
      'addr:street': 'LÃ¶wenstraÃŸe',
      'addr:housenumber': '1a',
      'addr:postcode': '80331',
      'addr:city': 'München',
      name: 'Zum\n Löwen\u200e',
    };
    const { report, warnings } = await importPlaces([geoJsonExtract(osmFeature({ tags }))]);
    expect([report, warnings]).toEqual([
      { read: 1, imported: 1, updated: 0, unchanged: 0, pruned: 0, skipped: {}, warnings: 1 },
      [{ kind: 'brokenContact', subject: '+49', count: 1 }],
    ]);
    expect(await findRestaurant('node/1')).toMatchObject({
      name: 'Zum Löwen',
      routingName: 'zum-loewen',
      type: 'NonPartner',
      onlyTakeAway: true,
      isOpenNow: true,
      openingHoursText: null,
      hasPayment: false,
      isNew: false,
      credit: 'openStreetMap',
      address: { street: 'Löwenstraße', streetNumber: '1a', postalCode: '80331', locality: 'München' },
      location: { latitude: 48.147, longitude: 11.567 },
      tags: [
        { key: 'bavarian' },
        { key: 'steak', translations: { de: 'Steak' } },
        { key: 'takeaway', translations: { de: 'Zum Mitnehmen' } },
      ],
      data: { contact: { web: 'https://www.loewen.example' }, details: { handicap: true, wifi: null } },
    });
  });

  it('keeps unreadable hours as text and warns', async () => {
    const { warnings } = await importPlaces([
      geoJsonExtract(osmFeature({ tags: { opening_hours: 'Mitte April - Ende Oktober täglich ab 10 Uhr' } })),
    ]);
    expect(warnings).toMatchObject([{ kind: 'unreadHours' }]);
    expect(await findRestaurant('node/1')).toMatchObject({
      openingHoursText: 'Mitte April - Ende Oktober täglich ab 10 Uhr',
      isOpenNow: false,
      openingHours: { 3: [] },
    });
  });

  it('reports why a record is skipped, and continues', async () => {
    const features = [
      null,
      17,
      'x',
      { type: 'Feature', properties: [] },
      osmFeature({ tags: { name: ' \u200b' } }),
      osmFeature({ featureCoordinates: [] }),
      osmFeature({ featureCoordinates: ['11', '48'] }),
      osmFeature({ featureCoordinates: [11, 91] }),
      { ...osmFeature(), geometry: null },
      osmFeature({ featureCoordinates: [2.35, 48.85] }),
      osmFeature({ id: 'node/7', tags: { name: 'Gut' } }),
      osmFeature({ id: 'node/7', tags: { name: 'Gut' } }),
    ];
    const { report } = await importPlaces([geoJsonExtract(...features)]);
    expect(report).toMatchObject({
      read: 12,
      imported: 1,
      skipped: { malformed: 4, noName: 1, noCoordinates: 4, outsideArea: 1, duplicate: 1 },
    });
  });

  it('reads Overpass answers: nodes, ways by centre, outline, box or corners, relations', async () => {
    const tags = (name: string) => ({ name, amenity: 'cafe' });
    const { report } = await importPlaces([
      overpassExtract(
        { type: 'node', id: 1, lat: 48.1, lon: 11.5, tags: tags('Knoten') },
        { type: 'way', id: 2, nodes: [10, 11, 12], tags: tags('Ecken') },
        { type: 'way', id: 3, center: { lat: 48.2, lon: 11.5 }, tags: tags('Mitte') },
        {
          type: 'way',
          id: 4,
          geometry: [
            { lat: 48.3, lon: 11.5 },
            { lat: 48.3, lon: 11.6 },
            { lat: 48.4, lon: 11.6 },
            { lat: 48.4, lon: 11.5 },
            { lat: 48.3, lon: 11.5 },
          ],
          tags: tags('Umriss'),
        },
        {
          type: 'relation',
          id: 5,
          bounds: { minlat: 48.5, minlon: 11.5, maxlat: 48.7, maxlon: 11.7 },
          tags: tags('Kasten'),
        },
        { type: 'relation', id: 6, members: [{ type: 'way', ref: 2, role: 'outer' }], tags: tags('Glieder') },
        { type: 'way', id: 7, nodes: [99], tags: tags('Ohne Ort') },
        { type: 'node', id: 10, lat: 47.9, lon: 11.4 },
        { type: 'node', id: 11, lat: 48, lon: 11.4, tags: { entrance: 'main' } },
        { type: 'node', id: 12, lat: 48.1, lon: 11.4 },
        { type: 'count', id: 0 },
      ),
    ]);
    expect(report).toMatchObject({ read: 8, imported: 6, skipped: { noCoordinates: 1, malformed: 1 } });
    expect((await findRestaurant('way/2'))?.location).toEqual({ latitude: 48, longitude: expect.closeTo(11.4) });
    expect((await findRestaurant('way/4'))?.location).toEqual({
      latitude: expect.closeTo(48.35),
      longitude: expect.closeTo(11.55),
    });
    expect((await findRestaurant('relation/6'))?.location.latitude).toBeCloseTo(48);
  });

  it('leaves everything alone the second time, and updates by id', async () => {
    const [firstFeature, secondFeature] = [
      osmFeature({ tags: { opening_hours: 'Mo-Su 11:00-22:00; PH off', cuisine: 'thai' } }),
      osmFeature({ id: 'way/2', tags: { name: 'Zwei' } }),
    ];
    await importPlaces([geoJsonExtract(firstFeature, secondFeature)]);
    expect((await importPlaces([geoJsonExtract(firstFeature, secondFeature)])).report).toMatchObject({
      imported: 0,
      updated: 0,
      unchanged: 2,
    });
    expect(await recordedOpKinds()).toEqual([]);
    expect(
      (await importPlaces([geoJsonExtract(firstFeature, osmFeature({ id: 'way/2', tags: { name: 'Drei' } }))])).report,
    ).toMatchObject({
      updated: 1,
      unchanged: 1,
    });
    expect(await findRestaurant('way/2')).toMatchObject({ name: 'Drei', routingName: 'zwei' });
    expect(await recordedOpKinds()).toEqual(['put']);
  });

  it('takes the same name under 60 m apart as one place, in one file and across', async () => {
    const nearFeature = osmFeature({
      id: 'node/2',
      tags: { name: 'ZUM LÖWEN' },
      featureCoordinates: [11.567, latitudeNorthBy(59)],
    });
    const farFeature = osmFeature({ id: 'node/3', featureCoordinates: [11.567, latitudeNorthBy(-61)] });
    expect((await importPlaces([geoJsonExtract(osmFeature(), nearFeature, farFeature)])).report).toMatchObject({
      imported: 2,
      skipped: { duplicate: 1 },
    });
    expect((await importPlaces([geoJsonExtract(nearFeature)])).report).toMatchObject({
      imported: 0,
      skipped: { duplicate: 1 },
    });
    expect((await importPlaces([geoJsonExtract(osmFeature(), nearFeature, farFeature)])).report).toMatchObject({
      unchanged: 2,
      skipped: { duplicate: 1 },
    });
    expect(await activeSourceIds()).toEqual(['node/1', 'node/3']);
  });

  it.each([
    ['before', [canteenRecord(), geoJsonExtract(osmFeature())]],
    ['after', [geoJsonExtract(osmFeature()), canteenRecord()]],
  ])('lets a partner of the same name win that came %s', async (_title, contents) => {
    await importPlaces(contents);
    expect(await activeSourceIds()).toEqual(['eins']);
    const { report } = await importPlaces(contents);
    expect(report).toMatchObject({ imported: 0, unchanged: 1, skipped: { duplicate: 1 } });
    expect(await activeSourceIds()).toEqual(['eins']);
  });

  it('deactivates what vanished from the area of a source, and brings it back', async () => {
    const [firstFeature, secondFeature] = [
      osmFeature(),
      osmFeature({ id: 'node/2', tags: { name: 'Zwei' }, featureCoordinates: [11.57, 48.15] }),
    ];
    const farFeature = osmFeature({ id: 'node/3', tags: { name: 'Drei' }, featureCoordinates: [9.99, 53.55] });
    const cafeFeature = osmFeature({
      id: 'node/4',
      tags: { name: 'Vier', amenity: 'cafe' },
      featureCoordinates: [11.568, 48.148],
    });
    await importPlaces([
      geoJsonExtract(firstFeature, secondFeature),
      geoJsonExtract(farFeature),
      geoJsonExtract(cafeFeature),
      canteenRecord({ name: 'Mensa' }),
    ]);
    expect((await importPlaces([geoJsonExtract(firstFeature)])).report).toMatchObject({ pruned: 0 });
    expect((await importPlaces([geoJsonExtract(firstFeature)], { prune: true })).report).toMatchObject({
      unchanged: 1,
      pruned: 1,
    });
    expect(await activeSourceIds()).toEqual(['node/1', 'node/3', 'node/4', 'eins']);
    expect(await findRestaurant('node/2')).toBeNull();
    expect(await recordedOpKinds()).toEqual(['del']);
    expect((await importPlaces([geoJsonExtract(firstFeature)], { prune: true })).report).toMatchObject({ pruned: 0 });
    expect((await importPlaces([geoJsonExtract(firstFeature, secondFeature)], { prune: true })).report).toMatchObject({
      updated: 1,
      unchanged: 1,
      pruned: 0,
    });
    expect(await findRestaurant('node/2')).toMatchObject({ name: 'Zwei' });
  });

  it('announces new places to the lists around once a write, and nothing else', async () => {
    const nearFeatures = Array.from({ length: 3 }, (_, index) =>
      osmFeature({
        id: `node/${index}`,
        tags: { name: `Lokal ${index}` },
        featureCoordinates: [11.57, 48.15 + index / 100],
      }),
    );
    const farFeature = osmFeature({ id: 'node/9', tags: { name: 'Elbe' }, featureCoordinates: [9.99, 53.55] });
    await importPlaces([geoJsonExtract(...nearFeatures, farFeature)]);
    expect(await notifiedCells()).toEqual(['places/48_11', 'places/53_9']);
    await importPlaces([geoJsonExtract(...nearFeatures, farFeature)]);
    await importPlaces([geoJsonExtract(nearFeatures[0] ?? farFeature)], { prune: true });
    expect(await notifiedCells()).toHaveLength(2);
    // Two pruned places appear again in the file, and one place has moved to another cell.
    await importPlaces([
      geoJsonExtract(
        ...nearFeatures,
        osmFeature({ id: 'node/9', tags: { name: 'Elbe' }, featureCoordinates: [10.01, 53.55] }),
      ),
    ]);
    expect(await notifiedCells()).toEqual(['places/48_11', 'places/48_11', 'places/53_10', 'places/53_9']);
  });

  it('lets the new id of a place in when the old one is pruned', async () => {
    await importPlaces([geoJsonExtract(osmFeature())]);
    expect((await importPlaces([geoJsonExtract(osmFeature({ id: 'way/9' }))], { prune: true })).report).toMatchObject({
      read: 1,
      imported: 1,
      pruned: 1,
      skipped: {},
    });
    expect(await activeSourceIds()).toEqual(['way/9']);
  });

  it('prunes nothing by a file that is broken or an answer that ran out of time', async () => {
    const secondFeature = osmFeature({ id: 'node/2', tags: { name: 'Zwei' } });
    await importPlaces([geoJsonExtract(osmFeature(), secondFeature)]);
    const extractJson = JSON.stringify(geoJsonExtract(osmFeature(), secondFeature));
    const brokenImport = await importPlaces([extractJson.slice(0, extractJson.indexOf('node/2'))], { prune: true });
    expect(brokenImport.report).toMatchObject({ read: 2, unchanged: 1, pruned: 0, skipped: { malformed: 1 } });
    expect(brokenImport.refused).toMatchObject([{ why: 'notJson' }]);
    const node = { type: 'node', id: 1, lat: 48.147, lon: 11.567, tags: { name: 'Zum Löwen', amenity: 'restaurant' } };
    const timedOutExtract = { ...overpassExtract(node), remark: 'runtime error: Query timed out' };
    expect((await importPlaces([timedOutExtract], { prune: true })).report).toMatchObject({ unchanged: 1, pruned: 0 });
  });

  it('reads a byte order mark and an empty extract, and refuses broken letters by the name of their file', async () => {
    const bytes = Buffer.from(`\uFEFF${JSON.stringify(geoJsonExtract(osmFeature({ tags: { note: 'x~x' } })))}`);
    expect((await importPlaces([bytes, geoJsonExtract()])).report).toMatchObject({ read: 1, imported: 1 });
    bytes[bytes.indexOf('~')] = 0xff;
    expect((await importPlaces([bytes])).refused).toMatchObject([{ why: 'unknownEncoding' }]);
  });

  it('has a German name for every cuisine that it knows', async () => {
    const cuisines = knownCuisines();
    await importPlaces([
      geoJsonExtract(
        ...cuisines.map((cuisine, index) =>
          osmFeature({ id: `node/${index}`, tags: { name: `Lokal ${index}`, cuisine } }),
        ),
      ),
    ]);
    const untaggedCuisines = await Promise.all(
      cuisines.map(async (cuisineWord, index) =>
        (await findRestaurant(`node/${index}`))?.tags.length === 0 ? cuisineWord : [],
      ),
    );
    expect(untaggedCuisines.flat()).toEqual([]);
  });
});
