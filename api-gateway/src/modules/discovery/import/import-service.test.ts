import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportReport } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { seedDiscovery } from '../../../seeds/empty/discovery';
import type { OpenDatabase } from '../../../platform/database/open-database';
import { describeOnEachEngine, type TestDatabases } from '../../../platform/testing/temporary-database';
import { createListingService } from '../listing/listing-service';
import { createMealService } from '../menu/meal-service';
import { createRestaurantRepository } from '../restaurants/restaurant-repository';
import type { ImportProgress } from './import-report';
import { importFiles } from './import-service';

const noonMs = Date.parse('2026-06-24T11:30:00+02:00');
const clock = { now: () => noonMs, realNow: () => noonMs };
const placeLocation = { latitude: 48.14742, longitude: 11.56722 };

interface CanteenDishFields {
  readonly name: string;
  readonly price: number;
  readonly dish_type?: string;
}

const canteenDishOf = ({ name, price, dish_type = 'Fleisch' }: CanteenDishFields) => ({
  name,
  dish_type,
  labels: [],
  prices: { guests: { base_price: price, price_per_unit: null, unit: null } },
});

const canteenFields = {
  canteen_id: 'eins',
  name: 'Mensa Eins',
  location: { address: 'Arcisstraße 17, München', ...placeLocation },
  open_hours: { wed: { start: '11:00', end: '14:00' } },
};

const canteenFileOf = (dishesByDate: Record<string, readonly CanteenDishFields[]>, overrideFields: object = {}) => ({
  canteens: [{ ...canteenFields, ...overrideFields }],
  weeks: [
    {
      canteen_id: 'eins',
      days: Object.entries(dishesByDate).map(([date, dishes]) => ({ date, dishes: dishes.map(canteenDishOf) })),
    },
  ],
});

const goulash = { name: 'Gulasch', price: 5.9 };
const soup = { name: 'Tomatensuppe', price: 1.5, dish_type: 'Suppe' };
const stew = { name: 'Linseneintopf', price: 3.9 };

describeOnEachEngine('importFiles', (testDatabases: TestDatabases) => {
  let importFolder = '';
  beforeEach(() => {
    importFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-import-'));
  });
  afterEach(() => rmSync(importFolder, { recursive: true, force: true }));

  const openSeededDatabase = async () => {
    const database = await testDatabases.open();
    await database.write((tx) => seedDiscovery(tx.knex));
    return database;
  };

  const writeImportFile = (fileName: string, fileContent: unknown): string => {
    const filePath = join(importFolder, fileName);
    writeFileSync(filePath, typeof fileContent === 'string' ? fileContent : JSON.stringify(fileContent));
    return filePath;
  };

  const importContents = async (database: OpenDatabase, ...fileContents: unknown[]) => {
    const filePaths = fileContents.map((fileContent, index) => writeImportFile(`${index}.json`, fileContent));
    const importResult = await importFiles(filePaths, { database, clock });
    expect(ImportReport.parse(importResult.report)).toEqual(importResult.report);
    return importResult;
  };

  const recordedChanges = async (
    database: OpenDatabase,
  ): Promise<{ topic: string; kind: string; collection: string; name: string | undefined }[]> => {
    const changeRows = await database
      .knex<{ topic: string; op: string; seq: number }>('change')
      .whereLike('topic', 'restaurant/%')
      .orderBy(['topic', 'seq']);
    return changeRows.map(({ topic, op }) => {
      const { kind, collection, value } = JSON.parse(op);
      return { topic, kind, collection, name: value?.name };
    });
  };

  const listNearby = (database: OpenDatabase) =>
    createListingService({ database, clock }).nearby({ location: placeLocation, radius: 1000, page: 1, pageSize: 10 });

  it("brings a canteen with today's dishes, main dishes first", async () => {
    const database = await openSeededDatabase();
    const { report } = await importContents(
      database,
      canteenFileOf({ '2026-06-24': [soup, goulash], '2026-06-25': [stew] }),
    );
    expect(report).toEqual({
      read: 1,
      imported: 1,
      updated: 0,
      unchanged: 0,
      pruned: 0,
      skipped: {},
      warnings: 0,
      offers: { imported: 3, updated: 0, unchanged: 0, removed: 0, skipped: {} },
    });
    expect(await listNearby(database)).toMatchObject([
      {
        name: 'Mensa Eins',
        routingName: 'mensa-eins',
        type: 'Restaurant',
        hasPayment: false,
        isNew: false,
        dayState: 'open',
        tags: [{ key: 'canteen' }],
        offers: [
          { name: 'Gulasch', baseName: 'Mittagstisch', price: 590 },
          { name: 'Tomatensuppe', baseName: 'Suppen', price: 150 },
        ],
      },
    ]);
  });

  it('leaves everything alone the second time', async () => {
    const database = await openSeededDatabase();
    const canteenFile = canteenFileOf({ '2026-06-24': [soup, goulash], '2026-06-25': [stew] });
    await importContents(database, canteenFile);
    const [placesBefore, changesBefore] = [await listNearby(database), await recordedChanges(database)];
    const { report } = await importContents(database, canteenFile);
    expect(report).toMatchObject({
      read: 1,
      unchanged: 1,
      offers: { imported: 0, updated: 0, unchanged: 3, removed: 0 },
    });
    expect([await listNearby(database), await recordedChanges(database)]).toEqual([placesBefore, changesBefore]);
  });

  it('updates a changed dish, takes away one that vanished from a day of the file, and leaves other days alone', async () => {
    const database = await openSeededDatabase();
    await importContents(
      database,
      canteenFileOf({ '2026-06-23': [goulash], '2026-06-24': [soup, goulash], '2026-06-25': [stew] }),
    );
    const [placeBeforeImport] = await listNearby(database);
    const { report } = await importContents(
      database,
      canteenFileOf({ '2026-06-24': [{ ...goulash, price: 6.3 }, stew], '2026-06-25': [] }),
    );
    expect(report.offers).toEqual({ imported: 1, updated: 1, unchanged: 0, removed: 2, skipped: {} });
    const [placeAfterImport] = await listNearby(database);
    expect(placeAfterImport?.offers.map(({ name, price }) => [name, price])).toEqual([
      ['Gulasch', 630],
      ['Linseneintopf', 390],
    ]);
    expect(placeAfterImport?.offers[0]?.key).toBe(placeBeforeImport?.offers[0]?.key);
    expect(await database.knex('offer').where({ date: '2026-06-23' })).toHaveLength(1);
  });

  it("tells the live topic of today's changes alone", async () => {
    const database = await openSeededDatabase();
    await importContents(database, canteenFileOf({ '2026-06-24': [soup, goulash], '2026-06-25': [stew] }));
    const previousChangeCount = (await recordedChanges(database)).length;
    await importContents(
      database,
      canteenFileOf({ '2026-06-24': [{ ...goulash, price: 6.3 }], '2026-06-25': [{ ...stew, price: 4 }] }),
    );
    const [restaurant] = await listNearby(database);
    const restaurantTopic = `restaurant/${restaurant?.key ?? ''}`;
    expect((await recordedChanges(database)).slice(previousChangeCount)).toEqual([
      { topic: restaurantTopic, kind: 'del', collection: 'meals', name: undefined },
      { topic: restaurantTopic, kind: 'put', collection: 'meals', name: 'Gulasch' },
    ]);
  });

  it('updates the feed’s fields of a place, keeps its name in addresses, and records the change', async () => {
    const database = await openSeededDatabase();
    await importContents(database, canteenFileOf({}));
    const { report } = await importContents(
      database,
      canteenFileOf({}, { name: 'Mensa Zwei', open_hours: { thu: { start: '11:00', end: '14:00' } } }),
    );
    expect(report).toMatchObject({ imported: 0, updated: 1, unchanged: 0 });
    expect(await listNearby(database)).toMatchObject([
      { name: 'Mensa Zwei', routingName: 'mensa-eins', dayState: 'restDay' },
    ]);
    expect(await recordedChanges(database)).toMatchObject([
      { kind: 'put', collection: 'restaurant', name: 'Mensa Zwei' },
    ]);
  });

  it('gives two places of one name two names in addresses', async () => {
    const database = await openSeededDatabase();
    const otherCanteen = { ...canteenFields, canteen_id: 'zwei' };
    await importContents(database, {
      canteens: [canteenFields, otherCanteen, { ...otherCanteen, canteen_id: 'drei' }],
      weeks: [],
    });
    const routingNames = (await listNearby(database)).map(({ routingName }) => routingName);
    expect(routingNames.sort()).toEqual(['mensa-eins', 'mensa-eins-muenchen', 'mensa-eins-muenchen-2']);
  });

  it('leaves alone what the partner API put on the menu, and takes back its own dish from elsewhere', async () => {
    const database = await openSeededDatabase();
    const canteenFile = canteenFileOf({ '2026-06-24': [goulash] });
    await importContents(database, canteenFile);
    const [restaurant] = await listNearby(database);
    const mealService = createMealService({ database, clock });
    const ownMeal = {
      restaurantId: restaurant?.key ?? '',
      name: 'Eigenes',
      description: '',
      price: 800,
      typeKey: 'lunch',
      order: 5000,
      date: '2026-06-24',
    };
    await mealService.put({ restaurantKey: null }, 'own', ownMeal);
    await mealService.put({ restaurantKey: null }, restaurant?.offers[0]?.key ?? '', {
      ...ownMeal,
      name: 'Verschoben',
      date: '2026-06-30',
    });
    const { report } = await importContents(database, canteenFile);
    expect(report.offers).toMatchObject({ imported: 0, updated: 1, removed: 0 });
    expect((await listNearby(database))[0]?.offers.map(({ name }) => name)).toEqual(['Eigenes', 'Gulasch']);
  });

  it("leaves sold out what the counter has taken off today's menu, and brings the same dish on other days", async () => {
    const database = await openSeededDatabase();
    const canteenFile = canteenFileOf({ '2026-06-24': [goulash], '2026-06-25': [goulash] });
    await importContents(database, canteenFile);
    const [restaurant] = await listNearby(database);
    await createMealService({ database, clock }).remove(
      { restaurantKey: restaurant?.key ?? '' },
      restaurant?.offers[0]?.key ?? '',
    );
    expect((await importContents(database, canteenFile)).report.offers).toMatchObject({
      imported: 0,
      updated: 0,
      removed: 0,
    });
    expect((await listNearby(database))[0]?.offers).toEqual([]);
    expect(await database.knex('offer').select('date')).toEqual([{ date: '2026-06-25' }]);
  });

  it('brings a dish whose key another place has sold out, and keeps the key for it', async () => {
    const database = await openSeededDatabase();
    const canteenFile = canteenFileOf({ '2026-06-24': [goulash] });
    await importContents(database, canteenFile);
    const [restaurant] = await listNearby(database);
    const [ownPartner, firstOfferKey] = [{ restaurantKey: restaurant?.key ?? '' }, restaurant?.offers[0]?.key ?? ''];
    const otherPartner = { restaurantKey: 'squatter' };
    await database.write(async (tx) => {
      await tx.knex('offer').delete();
      await createRestaurantRepository(tx.knex).insert(aRestaurant({ key: 'squatter', routingName: 'squatter' }), {
        source: 'test',
        sourceId: 'squatter',
      });
    });
    const mealService = createMealService({ database, clock });
    const mealOfRestaurant = (restaurantId: string) => ({
      restaurantId,
      name: 'Gulasch',
      description: '',
      price: 800,
      typeKey: 'lunch',
      order: 1,
      date: '2026-06-24',
    });
    await mealService.put(otherPartner, firstOfferKey, mealOfRestaurant('squatter'));
    await mealService.remove(otherPartner, firstOfferKey);
    expect((await importContents(database, canteenFile)).report.offers).toMatchObject({ imported: 1 });
    expect((await listNearby(database))[0]?.offers.map((offer) => offer.key)).toEqual([firstOfferKey]);
    // The dish is now sold out at both restaurants. The restaurant whose feed contains it may put it back on the menu
    // under this key.
    await mealService.remove(ownPartner, firstOfferKey);
    const soldOutRestaurantKeys = async () =>
      (await database.knex<{ restaurant_key: string }>('sold_out_meal'))
        .map((soldOutRow) => soldOutRow.restaurant_key)
        .sort();
    const restaurantKeysOfBoth = [ownPartner.restaurantKey, 'squatter'].sort();
    expect([
      await soldOutRestaurantKeys(),
      await mealService.put(otherPartner, firstOfferKey, mealOfRestaurant('squatter')),
      await soldOutRestaurantKeys(),
    ]).toEqual([
      restaurantKeysOfBoth,
      { ok: true, value: expect.not.objectContaining({ key: firstOfferKey }) },
      [ownPartner.restaurantKey],
    ]);
    expect([
      await mealService.put(ownPartner, firstOfferKey, mealOfRestaurant(ownPartner.restaurantKey)),
      await soldOutRestaurantKeys(),
    ]).toMatchObject([{ ok: true, value: { key: firstOfferKey } }, []]);
  });

  const canteenJson = JSON.stringify({ canteens: [{ ...canteenFields, name: 'Mensa Arcisstraße' }], weeks: [] });
  const writeFeedBytes = (name: string, fileBytes: Uint8Array): string => {
    const filePath = join(importFolder, name);
    writeFileSync(filePath, fileBytes);
    return filePath;
  };

  it.each([
    ['Latin-1', 'latin1'],
    ['UTF-16', 'utf16le'],
    ['UTF-8', 'utf8'],
  ] as const)('reads the letters of a file in %s', async (_encodingTitle, encoding) => {
    const database = await openSeededDatabase();
    const { refused } = await importFiles([writeFeedBytes('strasse.json', Buffer.from(canteenJson, encoding))], {
      database,
      clock,
    });
    expect(refused).toEqual([]);
    expect((await listNearby(database))[0]?.name).toBe('Mensa Arcisstraße');
  });

  it('refuses a file in two encodings by its name, and takes nothing of it', async () => {
    const database = await openSeededDatabase();
    const filePath = writeFeedBytes(
      'beides.json',
      Buffer.concat([Buffer.from('{"note": "Käse", '), Buffer.from(canteenJson.slice(1), 'latin1')]),
    );
    const { refused, report } = await importFiles([filePath], { database, clock });
    expect(refused).toEqual([{ file: filePath, why: 'unknownEncoding' }]);
    expect(report.imported).toBe(0);
  });

  it('refuses what DOS has written by the name of its encoding, and takes nothing of it', async () => {
    const database = await openSeededDatabase();
    const filePath = writeFeedBytes('dos.json', Buffer.from(canteenJson.replaceAll('ß', '\xe1'), 'latin1'));
    const { refused, report } = await importFiles([filePath], { database, clock });
    expect(refused).toEqual([{ file: filePath, why: 'cp850' }]);
    expect(report.imported).toBe(0);
  });

  it('continues after broken files and reports them', async () => {
    const database = await openSeededDatabase();
    const validFile = canteenFileOf({ '2026-06-24': [goulash] });
    const missingFile = join(importFolder, 'missing.json');
    const mixedFilePaths = [
      writeImportFile('a.json', '{"canteens": ['),
      missingFile,
      writeImportFile('c.json', { type: 'Topology', objects: {} }),
      writeImportFile('d.json', `\uFEFF${JSON.stringify(validFile)}`),
    ];
    const { report, refused } = await importFiles(mixedFilePaths, { database, clock });
    expect(refused).toEqual([
      { file: mixedFilePaths[0], why: 'notJson' },
      { file: missingFile, why: 'unreadable' },
      { file: mixedFilePaths[2], why: 'unknownFormat' },
    ]);
    expect(report).toMatchObject({ read: 4, imported: 1, skipped: { malformed: 3 }, offers: { imported: 1 } });
  });

  it('reports its progress', async () => {
    const database = await openSeededDatabase();
    const progressUpdates: ImportProgress[] = [];
    const filePath = writeImportFile('a.json', { canteens: [canteenFields, null], weeks: [] });
    await importFiles([filePath], {
      database,
      clock,
      onProgress: (importProgress) => void progressUpdates.push(importProgress),
    });
    expect(progressUpdates).toEqual([
      { file: filePath, done: 1, share: 0.5 },
      { file: filePath, done: 2, share: 1 },
    ]);
  });
});
