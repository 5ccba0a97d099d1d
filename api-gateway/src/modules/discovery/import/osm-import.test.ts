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

const noon = Date.parse('2026-06-24T11:30:00+02:00');
const clock = { now: () => noon, realNow: () => noon };

interface Fields {
  readonly id?: string;
  readonly tags?: object;
  readonly at?: readonly unknown[];
}

const feature = ({ id = 'node/1', tags = {}, at = [11.567, 48.147] }: Fields = {}) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: at },
  properties: { name: 'Zum Löwen', amenity: 'restaurant', ...tags },
});
const extract = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const overpass = (...elements: unknown[]) => ({ version: 0.6, generator: 'Overpass API', elements });
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
const north = (meters: number): number => 48.147 + meters / 111_195;

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

  const importPlaces = async (contents: readonly unknown[], options: { prune?: boolean } = {}) => {
    const result = await importFiles(contents.map(writeFile), { database, clock, ...options });
    expect(ImportReport.parse(result.report)).toEqual(result.report);
    return result;
  };

  const active = async () => {
    const rows = await database
      .knex<{ name: string; source_id: string; key: string }>('restaurant')
      .whereNull('deactivated_at')
      .orderBy('id');
    return rows.map(({ source_id }) => source_id);
  };

  const restaurant = async (sourceId: string) => {
    const row = await database
      .knex<{ key: string; source_id: string }>('restaurant')
      .where({ source_id: sourceId })
      .first();
    const listedRestaurant = await createListingService({ database, clock }).byKey(row?.key ?? '', null);
    return listedRestaurant.ok ? listedRestaurant.value : null;
  };

  const ops = async () =>
    (await database.knex<{ op: string; seq: number }>('change').whereLike('topic', 'restaurant/%').orderBy('seq')).map(
      ({ op }) => JSON.parse(op).kind,
    );

  const toldCells = async (): Promise<string[]> =>
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
    const { report, warnings } = await importPlaces([extract(feature({ tags }))]);
    expect([report, warnings]).toEqual([
      { read: 1, imported: 1, updated: 0, unchanged: 0, pruned: 0, skipped: {}, warnings: 1 },
      [{ kind: 'brokenContact', subject: '+49', count: 1 }],
    ]);
    expect(await restaurant('node/1')).toMatchObject({
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
      extract(feature({ tags: { opening_hours: 'Mitte April - Ende Oktober täglich ab 10 Uhr' } })),
    ]);
    expect(warnings).toMatchObject([{ kind: 'unreadHours' }]);
    expect(await restaurant('node/1')).toMatchObject({
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
      feature({ tags: { name: ' \u200b' } }),
      feature({ at: [] }),
      feature({ at: ['11', '48'] }),
      feature({ at: [11, 91] }),
      { ...feature(), geometry: null },
      feature({ at: [2.35, 48.85] }),
      feature({ id: 'node/7', tags: { name: 'Gut' } }),
      feature({ id: 'node/7', tags: { name: 'Gut' } }),
    ];
    const { report } = await importPlaces([extract(...features)]);
    expect(report).toMatchObject({
      read: 12,
      imported: 1,
      skipped: { malformed: 4, noName: 1, noCoordinates: 4, outsideArea: 1, duplicate: 1 },
    });
  });

  it('reads Overpass answers: nodes, ways by centre, outline, box or corners, relations', async () => {
    const tags = (name: string) => ({ name, amenity: 'cafe' });
    const { report } = await importPlaces([
      overpass(
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
    expect((await restaurant('way/2'))?.location).toEqual({ latitude: 48, longitude: expect.closeTo(11.4) });
    expect((await restaurant('way/4'))?.location).toEqual({
      latitude: expect.closeTo(48.35),
      longitude: expect.closeTo(11.55),
    });
    expect((await restaurant('relation/6'))?.location.latitude).toBeCloseTo(48);
  });

  it('leaves everything alone the second time, and updates by id', async () => {
    const [firstFeature, secondFeature] = [
      feature({ tags: { opening_hours: 'Mo-Su 11:00-22:00; PH off', cuisine: 'thai' } }),
      feature({ id: 'way/2', tags: { name: 'Zwei' } }),
    ];
    await importPlaces([extract(firstFeature, secondFeature)]);
    expect((await importPlaces([extract(firstFeature, secondFeature)])).report).toMatchObject({
      imported: 0,
      updated: 0,
      unchanged: 2,
    });
    expect(await ops()).toEqual([]);
    expect(
      (await importPlaces([extract(firstFeature, feature({ id: 'way/2', tags: { name: 'Drei' } }))])).report,
    ).toMatchObject({
      updated: 1,
      unchanged: 1,
    });
    expect(await restaurant('way/2')).toMatchObject({ name: 'Drei', routingName: 'zwei' });
    expect(await ops()).toEqual(['put']);
  });

  it('takes the same name under 60 m apart as one place, in one file and across', async () => {
    const nearFeature = feature({ id: 'node/2', tags: { name: 'ZUM LÖWEN' }, at: [11.567, north(59)] });
    const far = feature({ id: 'node/3', at: [11.567, north(-61)] });
    expect((await importPlaces([extract(feature(), nearFeature, far)])).report).toMatchObject({
      imported: 2,
      skipped: { duplicate: 1 },
    });
    expect((await importPlaces([extract(nearFeature)])).report).toMatchObject({
      imported: 0,
      skipped: { duplicate: 1 },
    });
    expect((await importPlaces([extract(feature(), nearFeature, far)])).report).toMatchObject({
      unchanged: 2,
      skipped: { duplicate: 1 },
    });
    expect(await active()).toEqual(['node/1', 'node/3']);
  });

  it.each([
    ['before', [canteenRecord(), extract(feature())]],
    ['after', [extract(feature()), canteenRecord()]],
  ])('lets a partner of the same name win that came %s', async (_title, contents) => {
    await importPlaces(contents);
    expect(await active()).toEqual(['eins']);
    const { report } = await importPlaces(contents);
    expect(report).toMatchObject({ imported: 0, unchanged: 1, skipped: { duplicate: 1 } });
    expect(await active()).toEqual(['eins']);
  });

  it('deactivates what vanished from the area of a source, and brings it back', async () => {
    const [firstFeature, secondFeature] = [
      feature(),
      feature({ id: 'node/2', tags: { name: 'Zwei' }, at: [11.57, 48.15] }),
    ];
    const farFeature = feature({ id: 'node/3', tags: { name: 'Drei' }, at: [9.99, 53.55] });
    const cafe = feature({ id: 'node/4', tags: { name: 'Vier', amenity: 'cafe' }, at: [11.568, 48.148] });
    await importPlaces([
      extract(firstFeature, secondFeature),
      extract(farFeature),
      extract(cafe),
      canteenRecord({ name: 'Mensa' }),
    ]);
    expect((await importPlaces([extract(firstFeature)])).report).toMatchObject({ pruned: 0 });
    expect((await importPlaces([extract(firstFeature)], { prune: true })).report).toMatchObject({
      unchanged: 1,
      pruned: 1,
    });
    expect(await active()).toEqual(['node/1', 'node/3', 'node/4', 'eins']);
    expect(await restaurant('node/2')).toBeNull();
    expect(await ops()).toEqual(['del']);
    expect((await importPlaces([extract(firstFeature)], { prune: true })).report).toMatchObject({ pruned: 0 });
    expect((await importPlaces([extract(firstFeature, secondFeature)], { prune: true })).report).toMatchObject({
      updated: 1,
      unchanged: 1,
      pruned: 0,
    });
    expect(await restaurant('node/2')).toMatchObject({ name: 'Zwei' });
  });

  it('announces new places to the lists around once a write, and nothing else', async () => {
    const nearFeatures = Array.from({ length: 3 }, (_, index) =>
      feature({ id: `node/${index}`, tags: { name: `Lokal ${index}` }, at: [11.57, 48.15 + index / 100] }),
    );
    const farFeature = feature({ id: 'node/9', tags: { name: 'Elbe' }, at: [9.99, 53.55] });
    await importPlaces([extract(...nearFeatures, farFeature)]);
    expect(await toldCells()).toEqual(['places/48_11', 'places/53_9']);
    await importPlaces([extract(...nearFeatures, farFeature)]);
    await importPlaces([extract(nearFeatures[0] ?? farFeature)], { prune: true });
    expect(await toldCells()).toHaveLength(2);
    // Two pruned places appear again in the file, and one place has moved to another cell.
    await importPlaces([
      extract(...nearFeatures, feature({ id: 'node/9', tags: { name: 'Elbe' }, at: [10.01, 53.55] })),
    ]);
    expect(await toldCells()).toEqual(['places/48_11', 'places/48_11', 'places/53_10', 'places/53_9']);
  });

  it('lets the new id of a place in when the old one is pruned', async () => {
    await importPlaces([extract(feature())]);
    expect((await importPlaces([extract(feature({ id: 'way/9' }))], { prune: true })).report).toMatchObject({
      read: 1,
      imported: 1,
      pruned: 1,
      skipped: {},
    });
    expect(await active()).toEqual(['way/9']);
  });

  it('prunes nothing by a file that is broken or an answer that ran out of time', async () => {
    const secondFeature = feature({ id: 'node/2', tags: { name: 'Zwei' } });
    await importPlaces([extract(feature(), secondFeature)]);
    const wholeExtract = JSON.stringify(extract(feature(), secondFeature));
    const brokenImport = await importPlaces([wholeExtract.slice(0, wholeExtract.indexOf('node/2'))], { prune: true });
    expect(brokenImport.report).toMatchObject({ read: 2, unchanged: 1, pruned: 0, skipped: { malformed: 1 } });
    expect(brokenImport.refused).toMatchObject([{ why: 'notJson' }]);
    const node = { type: 'node', id: 1, lat: 48.147, lon: 11.567, tags: { name: 'Zum Löwen', amenity: 'restaurant' } };
    const timedOutExtract = { ...overpass(node), remark: 'runtime error: Query timed out' };
    expect((await importPlaces([timedOutExtract], { prune: true })).report).toMatchObject({ unchanged: 1, pruned: 0 });
  });

  it('reads a byte order mark and an empty extract, and refuses broken letters by the name of their file', async () => {
    const bytes = Buffer.from(`\uFEFF${JSON.stringify(extract(feature({ tags: { note: 'x~x' } })))}`);
    expect((await importPlaces([bytes, extract()])).report).toMatchObject({ read: 1, imported: 1 });
    bytes[bytes.indexOf('~')] = 0xff;
    expect((await importPlaces([bytes])).refused).toMatchObject([{ why: 'unknownEncoding' }]);
  });

  it('has a German name for every cuisine that it knows', async () => {
    const cuisines = knownCuisines();
    await importPlaces([
      extract(
        ...cuisines.map((cuisine, index) =>
          feature({ id: `node/${index}`, tags: { name: `Lokal ${index}`, cuisine } }),
        ),
      ),
    ]);
    const untaggedFields = await Promise.all(
      cuisines.map(async (word, index) => ((await restaurant(`node/${index}`))?.tags.length === 0 ? word : [])),
    );
    expect(untaggedFields.flat()).toEqual([]);
  });
});
