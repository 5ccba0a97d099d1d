import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ImportReport } from '@mahlzeit/contract';
import { seedDiscovery } from '../../../seeds/empty/discovery';
import type { Database } from '../../../platform';
import { describeOnEachEngine, type TestDatabases } from '../../../platform/testing/temporary-database';
import { createListingService } from '../listing/listing-service';
import { importFiles } from './import-service';

const noon = Date.parse('2026-06-24T12:00:00+02:00');
const clock = { now: () => noon, realNow: () => noon };
const location = { latitude: 53.55, longitude: 9.99 };
const week = { 1: [], 2: [], 3: [{ start: '11:00', end: '15:00' }], 4: [], 5: [], 6: [], 7: [] };

const offer = (fields: object = {}) => ({ name: 'Labskaus', price: 1190, mealType: 'Mittagstisch', ...fields });
const restaurant = (fields: object = {}) => ({
  id: 'a',
  name: 'Elbkantine',
  location,
  openingHours: week,
  lunchTimes: week,
  ...fields,
});
const feedOf = (...restaurants: unknown[]) => ({ format: 'mahlzeit-feed', version: 1, source: 'elbe', restaurants });
const menu = (...offers: unknown[]) => [{ date: '2026-06-24', offers }];

describeOnEachEngine('importFiles of partner feeds', (databases: TestDatabases) => {
  let folder = '';
  let database: Database;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mahlzeit-feed-'));
    database = await databases.open();
    await database.write((tx) => seedDiscovery(tx.knex));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const importFeed = async (content: unknown, prune = false) => {
    const file = join(folder, 'feed.json');
    writeFileSync(file, JSON.stringify(content));
    const result = await importFiles([file], { database, clock, prune });
    expect(ImportReport.parse(result.report)).toEqual(result.report);
    return result;
  };
  const nearby = () =>
    createListingService({ database, clock }).nearby({ location, radius: 1000, page: 1, pageSize: 10 });

  it('brings restaurants with their menus, and leaves them alone the second time', async () => {
    const content = feedOf(
      restaurant({
        menus: menu(
          offer(),
          offer({ name: 'Apfelschorle', price: 280, mealType: 'Getränke', volume: '0,3 l', deposit: 25 }),
        ),
        premiumStart: '2026-06-01',
        premiumEnd: '2026-06-30',
      }),
    );
    const firstImport = await importFeed(content);
    expect(firstImport.report).toEqual({
      read: 1,
      imported: 1,
      updated: 0,
      unchanged: 0,
      pruned: 0,
      skipped: {},
      warnings: 0,
      offers: { imported: 2, updated: 0, unchanged: 0, removed: 0, skipped: {} },
    });
    expect(await nearby()).toMatchObject([
      {
        name: 'Elbkantine',
        type: 'Restaurant',
        routingName: 'elbkantine',
        isPremium: true,
        isOpenNow: true,
        offers: [
          { name: 'Apfelschorle', vatType: 'DRINK', volume: '0,3 l', deposit: 25 },
          { name: 'Labskaus', price: 1190, vatType: 'FOOD' },
        ],
      },
    ]);
    expect((await importFeed(content)).report).toMatchObject({
      unchanged: 1,
      offers: { imported: 0, updated: 0, unchanged: 2, removed: 0 },
    });
  });

  it('leaves alone what the feed does not say, and takes away what a day no longer has', async () => {
    await importFeed(feedOf(restaurant({ orderForerunMinutes: 30, menus: menu(offer(), offer({ name: 'Matjes' })) })));
    const { report } = await importFeed(
      feedOf({ id: 'a', name: 'Elbkantine', location, menus: menu(offer({ price: 1290 })) }),
    );
    expect(report).toMatchObject({ unchanged: 1, offers: { updated: 1, removed: 1 } });
    expect(await nearby()).toMatchObject([
      { orderForerunMinutes: 30, isOpenNow: true, offers: [{ name: 'Labskaus', price: 1290 }] },
    ]);
  });

  it('reports why a restaurant or an offer is skipped, and continues', async () => {
    const brokenFeeds = [
      null,
      {},
      restaurant({ id: 'b', name: ' ' }),
      restaurant({ id: 'c', location: { latitude: 'x' } }),
      restaurant({ id: 'd', location: { latitude: 48.85, longitude: 2.35 } }),
      restaurant({ id: 'e', openingHours: { 1: [{ start: '25:00', end: '26:00' }] } }),
      restaurant({ id: 'f', data: 'x' }),
    ];
    const offers = [
      offer(),
      offer(),
      offer({ name: 'Ohne Preis', price: undefined }),
      offer({ name: 'Umsonst', price: 0 }),
      offer({ price: -1 }),
      7,
      offer({ name: 'Neu', mealType: 'Brotzeit' }),
    ];
    const { report, warnings } = await importFeed(
      feedOf(
        ...brokenFeeds,
        restaurant({ menus: [...menu(...offers), { date: 'gestern', offers: [] }] }),
        restaurant(),
      ),
    );
    expect(report).toMatchObject({
      read: 9,
      imported: 1,
      skipped: { malformed: 4, noName: 1, noCoordinates: 1, outsideArea: 1, duplicate: 1 },
      offers: { imported: 2, skipped: { noPrice: 2 } },
    });
    expect(warnings.map(({ kind, count }) => [kind, count])).toEqual([
      ['repeatedDish', 1],
      ['malformedDish', 2],
      ['unknownDishType', 1],
      ['malformedDay', 1],
    ]);
  });

  it.each([
    ['another version', { version: 2 }],
    ['another format', { format: 'speiseplan' }],
    ['the name of another source', { source: 'osm' }],
    ['no source', { source: '' }],
  ])('does not take a feed of %s', async (_title, fields) => {
    expect((await importFeed({ ...feedOf(restaurant()), ...fields })).refused).toMatchObject([
      { why: 'unknownFormat' },
    ]);
  });

  it('deactivates a restaurant that left the feed', async () => {
    await importFeed(
      feedOf(restaurant(), restaurant({ id: 'b', name: 'Zweite', location: { latitude: 53.551, longitude: 9.991 } })),
    );
    expect((await importFeed(feedOf(restaurant()), true)).report).toMatchObject({ unchanged: 1, pruned: 1 });
    expect((await nearby()).map(({ name }) => name)).toEqual(['Elbkantine']);
  });

  it('imports the example of its description', async () => {
    const text = readFileSync(resolve(__dirname, '../../../../../docs/partner-feed.md'), 'utf8');
    const example: unknown = JSON.parse(/```json\n([\s\S]+?)```/.exec(text)?.[1] ?? '');
    expect(await importFeed(example)).toMatchObject({
      refused: [],
      warnings: [],
      report: { imported: 1, skipped: {}, offers: { imported: 2 } },
    });
  });
});
