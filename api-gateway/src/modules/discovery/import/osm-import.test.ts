import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportReport } from '@mahlzeit/contract';
import { seedDiscovery } from '../../../seeds/empty/discovery';
import type { OpenDatabase } from '../../../platform/database/open-database';
import { describeOnEachEngine, type TestDatabases } from '../../../platform/testing/temporary-database';
import { createListingService } from '../listing/listing-service';
import { importFiles } from './import-service';
import { listKnownCuisines } from './osm/osm-cuisines';

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
const geoJsonExtract = (...osmFeatures: unknown[]) => ({ type: 'FeatureCollection', features: osmFeatures });
const overpassExtract = (...overpassElements: unknown[]) => ({
  version: 0.6,
  generator: 'Overpass API',
  elements: overpassElements,
});
const canteenRecord = (canteenFields: object = {}) => ({
  canteens: [
    {
      canteen_id: 'eins',
      name: 'Zum Löwen',
      location: { address: 'Arcisstraße 17, München', latitude: 48.147, longitude: 11.567 },
      ...canteenFields,
    },
  ],
  weeks: [],
});

// Returns the latitude that is `metersNorth` north of a fixed start.
const latitudeNorthBy = (metersNorth: number): number => 48.147 + metersNorth / 111_195;

describeOnEachEngine('importFiles of OpenStreetMap', (testDatabases: TestDatabases) => {
  let importFolder = '';
  let database: OpenDatabase;
  let fileCount = 0;
  beforeEach(async () => {
    importFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-osm-'));
    database = await testDatabases.open();
    await database.write((tx) => seedDiscovery(tx.knex));
  });
  afterEach(() => rmSync(importFolder, { recursive: true, force: true }));

  const writeImportFile = (fileContent: unknown): string => {
    const filePath = join(importFolder, `${(fileCount += 1)}.json`);
    writeFileSync(
      filePath,
      typeof fileContent === 'string' || Buffer.isBuffer(fileContent) ? fileContent : JSON.stringify(fileContent),
    );
    return filePath;
  };

  const importFileContents = async (fileContents: readonly unknown[], importOptions: { prune?: boolean } = {}) => {
    const importResult = await importFiles(fileContents.map(writeImportFile), { database, clock, ...importOptions });
    expect(ImportReport.parse(importResult.report)).toEqual(importResult.report);
    return importResult;
  };

  const activeSourceIds = async () => {
    const restaurantRows = await database
      .knex<{ name: string; source_id: string; key: string }>('restaurant')
      .whereNull('deactivated_at')
      .orderBy('id');
    return restaurantRows.map(({ source_id }) => source_id);
  };

  const findRestaurant = async (sourceId: string) => {
    const restaurantRow = await database
      .knex<{ key: string; source_id: string }>('restaurant')
      .where({ source_id: sourceId })
      .first();
    const restaurantInListing = await createListingService({ database, clock }).byKey(restaurantRow?.key ?? '', null);
    return restaurantInListing.ok ? restaurantInListing.value : null;
  };

  const recordedOpKinds = async () =>
    (await database.knex<{ op: string; seq: number }>('change').whereLike('topic', 'restaurant/%').orderBy('seq')).map(
      ({ op }) => JSON.parse(op).kind,
    );

  const notifiedCells = async (): Promise<string[]> =>
    database.knex('change').whereLike('topic', 'places/%').orderBy(['topic', 'seq']).pluck('topic');

  it('makes a place that is no partner of a feature', async () => {
    const restaurantTags = {
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
    const { report, warnings } = await importFileContents([geoJsonExtract(osmFeature({ tags: restaurantTags }))]);
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
    const { warnings } = await importFileContents([
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
    const mixedFeatures = [
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
    const { report } = await importFileContents([geoJsonExtract(...mixedFeatures)]);
    expect(report).toMatchObject({
      read: 12,
      imported: 1,
      skipped: { malformed: 4, noName: 1, noCoordinates: 4, outsideArea: 1, duplicate: 1 },
    });
  });

  it('reads Overpass answers: nodes, ways by centre, outline, box or corners, relations', async () => {
    const cafeTags = (name: string) => ({ name, amenity: 'cafe' });
    const { report } = await importFileContents([
      overpassExtract(
        { type: 'node', id: 1, lat: 48.1, lon: 11.5, tags: cafeTags('Knoten') },
        { type: 'way', id: 2, nodes: [10, 11, 12], tags: cafeTags('Ecken') },
        { type: 'way', id: 3, center: { lat: 48.2, lon: 11.5 }, tags: cafeTags('Mitte') },
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
          tags: cafeTags('Umriss'),
        },
        {
          type: 'relation',
          id: 5,
          bounds: { minlat: 48.5, minlon: 11.5, maxlat: 48.7, maxlon: 11.7 },
          tags: cafeTags('Kasten'),
        },
        { type: 'relation', id: 6, members: [{ type: 'way', ref: 2, role: 'outer' }], tags: cafeTags('Glieder') },
        { type: 'way', id: 7, nodes: [99], tags: cafeTags('Ohne Ort') },
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
    await importFileContents([geoJsonExtract(firstFeature, secondFeature)]);
    expect((await importFileContents([geoJsonExtract(firstFeature, secondFeature)])).report).toMatchObject({
      imported: 0,
      updated: 0,
      unchanged: 2,
    });
    expect(await recordedOpKinds()).toEqual([]);
    expect(
      (await importFileContents([geoJsonExtract(firstFeature, osmFeature({ id: 'way/2', tags: { name: 'Drei' } }))]))
        .report,
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
    expect((await importFileContents([geoJsonExtract(osmFeature(), nearFeature, farFeature)])).report).toMatchObject({
      imported: 2,
      skipped: { duplicate: 1 },
    });
    expect((await importFileContents([geoJsonExtract(nearFeature)])).report).toMatchObject({
      imported: 0,
      skipped: { duplicate: 1 },
    });
    expect((await importFileContents([geoJsonExtract(osmFeature(), nearFeature, farFeature)])).report).toMatchObject({
      unchanged: 2,
      skipped: { duplicate: 1 },
    });
    expect(await activeSourceIds()).toEqual(['node/1', 'node/3']);
  });

  it.each([
    ['before', [canteenRecord(), geoJsonExtract(osmFeature())]],
    ['after', [geoJsonExtract(osmFeature()), canteenRecord()]],
  ])('lets a partner of the same name win that came %s', async (_title, importedContents) => {
    await importFileContents(importedContents);
    expect(await activeSourceIds()).toEqual(['eins']);
    const { report } = await importFileContents(importedContents);
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
    await importFileContents([
      geoJsonExtract(firstFeature, secondFeature),
      geoJsonExtract(farFeature),
      geoJsonExtract(cafeFeature),
      canteenRecord({ name: 'Mensa' }),
    ]);
    expect((await importFileContents([geoJsonExtract(firstFeature)])).report).toMatchObject({ pruned: 0 });
    expect((await importFileContents([geoJsonExtract(firstFeature)], { prune: true })).report).toMatchObject({
      unchanged: 1,
      pruned: 1,
    });
    expect(await activeSourceIds()).toEqual(['node/1', 'node/3', 'node/4', 'eins']);
    expect(await findRestaurant('node/2')).toBeNull();
    expect(await recordedOpKinds()).toEqual(['del']);
    expect((await importFileContents([geoJsonExtract(firstFeature)], { prune: true })).report).toMatchObject({
      pruned: 0,
    });
    expect(
      (await importFileContents([geoJsonExtract(firstFeature, secondFeature)], { prune: true })).report,
    ).toMatchObject({
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
    await importFileContents([geoJsonExtract(...nearFeatures, farFeature)]);
    expect(await notifiedCells()).toEqual(['places/48_11', 'places/53_9']);
    await importFileContents([geoJsonExtract(...nearFeatures, farFeature)]);
    await importFileContents([geoJsonExtract(nearFeatures[0] ?? farFeature)], { prune: true });
    expect(await notifiedCells()).toHaveLength(2);
    // Two deactivated places appear again in the file, and one place has moved to another map cell.
    await importFileContents([
      geoJsonExtract(
        ...nearFeatures,
        osmFeature({ id: 'node/9', tags: { name: 'Elbe' }, featureCoordinates: [10.01, 53.55] }),
      ),
    ]);
    expect(await notifiedCells()).toEqual(['places/48_11', 'places/48_11', 'places/53_10', 'places/53_9']);
  });

  it('lets the new id of a place in when the old one is pruned', async () => {
    await importFileContents([geoJsonExtract(osmFeature())]);
    expect(
      (await importFileContents([geoJsonExtract(osmFeature({ id: 'way/9' }))], { prune: true })).report,
    ).toMatchObject({
      read: 1,
      imported: 1,
      pruned: 1,
      skipped: {},
    });
    expect(await activeSourceIds()).toEqual(['way/9']);
  });

  it('prunes nothing by a file that is broken or an answer that ran out of time', async () => {
    const secondFeature = osmFeature({ id: 'node/2', tags: { name: 'Zwei' } });
    await importFileContents([geoJsonExtract(osmFeature(), secondFeature)]);
    const geoJsonText = JSON.stringify(geoJsonExtract(osmFeature(), secondFeature));
    const truncatedImportResult = await importFileContents([geoJsonText.slice(0, geoJsonText.indexOf('node/2'))], {
      prune: true,
    });
    expect(truncatedImportResult.report).toMatchObject({ read: 2, unchanged: 1, pruned: 0, skipped: { malformed: 1 } });
    expect(truncatedImportResult.refused).toMatchObject([{ why: 'notJson' }]);
    const overpassNode = {
      type: 'node',
      id: 1,
      lat: 48.147,
      lon: 11.567,
      tags: { name: 'Zum Löwen', amenity: 'restaurant' },
    };
    const timedOutExtract = { ...overpassExtract(overpassNode), remark: 'runtime error: Query timed out' };
    expect((await importFileContents([timedOutExtract], { prune: true })).report).toMatchObject({
      unchanged: 1,
      pruned: 0,
    });
  });

  it('reads a byte order mark and an empty extract, and refuses broken letters by the name of their file', async () => {
    const extractBytes = Buffer.from(`\uFEFF${JSON.stringify(geoJsonExtract(osmFeature({ tags: { note: 'x~x' } })))}`);
    expect((await importFileContents([extractBytes, geoJsonExtract()])).report).toMatchObject({ read: 1, imported: 1 });
    extractBytes[extractBytes.indexOf('~')] = 0xff;
    expect((await importFileContents([extractBytes])).refused).toMatchObject([{ why: 'unknownEncoding' }]);
  });

  it('has a German name for every cuisine that it knows', async () => {
    const knownCuisineNames = listKnownCuisines();
    await importFileContents([
      geoJsonExtract(
        ...knownCuisineNames.map((cuisineName, index) =>
          osmFeature({ id: `node/${index}`, tags: { name: `Lokal ${index}`, cuisine: cuisineName } }),
        ),
      ),
    ]);
    const untaggedCuisines = await Promise.all(
      knownCuisineNames.map(async (cuisineWord, index) =>
        (await findRestaurant(`node/${index}`))?.tags.length === 0 ? cuisineWord : [],
      ),
    );
    expect(untaggedCuisines.flat()).toEqual([]);
  });
});
