import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ImportReport } from '@mahlzeit/contract';
import { seedDiscovery } from '../../../seeds/empty/discovery';
import type { Database } from '../../../platform';
import { describeOnEachEngine, type TestDatabases } from '../../../platform/testing/temporary-database';
import { createListingService } from '../listing/listing-service';
import { importFiles } from './import-service';

const noonMs = Date.parse('2026-06-24T12:00:00+02:00');
const clock = { now: () => noonMs, realNow: () => noonMs };
const hamburgLocation = { latitude: 53.55, longitude: 9.99 };
const wednesdayLunchWeek = { 1: [], 2: [], 3: [{ start: '11:00', end: '15:00' }], 4: [], 5: [], 6: [], 7: [] };

const feedOffer = (overrideFields: object = {}) => ({
  name: 'Labskaus',
  price: 1190,
  mealType: 'Mittagstisch',
  ...overrideFields,
});
const feedRestaurant = (overrideFields: object = {}) => ({
  id: 'a',
  name: 'Elbkantine',
  location: hamburgLocation,
  openingHours: wednesdayLunchWeek,
  lunchTimes: wednesdayLunchWeek,
  ...overrideFields,
});
const partnerFeedOf = (...restaurants: unknown[]) => ({
  format: 'mahlzeit-feed',
  version: 1,
  source: 'elbe',
  restaurants,
});
const feedMenu = (...feedOffers: unknown[]) => [{ date: '2026-06-24', offers: feedOffers }];

describeOnEachEngine('importFiles of partner feeds', (testDatabases: TestDatabases) => {
  let feedFolder = '';
  let database: Database;
  beforeEach(async () => {
    feedFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-feed-'));
    database = await testDatabases.open();
    await database.write((tx) => seedDiscovery(tx.knex));
  });
  afterEach(() => rmSync(feedFolder, { recursive: true, force: true }));

  const importFeed = async (feedContent: unknown, shouldPrune = false) => {
    const feedPath = join(feedFolder, 'feed.json');
    writeFileSync(feedPath, JSON.stringify(feedContent));
    const importResult = await importFiles([feedPath], { database, clock, prune: shouldPrune });
    expect(ImportReport.parse(importResult.report)).toEqual(importResult.report);
    return importResult;
  };
  const listNearby = () =>
    createListingService({ database, clock }).nearby({
      location: hamburgLocation,
      radius: 1000,
      page: 1,
      pageSize: 10,
    });

  it('brings restaurants with their menus, and leaves them alone the second time', async () => {
    const feedContent = partnerFeedOf(
      feedRestaurant({
        menus: feedMenu(
          feedOffer(),
          feedOffer({ name: 'Apfelschorle', price: 280, mealType: 'Getränke', volume: '0,3 l', deposit: 25 }),
        ),
        premiumStart: '2026-06-01',
        premiumEnd: '2026-06-30',
      }),
    );
    const firstImportResult = await importFeed(feedContent);
    expect(firstImportResult.report).toEqual({
      read: 1,
      imported: 1,
      updated: 0,
      unchanged: 0,
      pruned: 0,
      skipped: {},
      warnings: 0,
      offers: { imported: 2, updated: 0, unchanged: 0, removed: 0, skipped: {} },
    });
    expect(await listNearby()).toMatchObject([
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
    expect((await importFeed(feedContent)).report).toMatchObject({
      unchanged: 1,
      offers: { imported: 0, updated: 0, unchanged: 2, removed: 0 },
    });
  });

  it('leaves alone what the feed does not say, and takes away what a day no longer has', async () => {
    await importFeed(
      partnerFeedOf(
        feedRestaurant({ orderForerunMinutes: 30, menus: feedMenu(feedOffer(), feedOffer({ name: 'Matjes' })) }),
      ),
    );
    const { report } = await importFeed(
      partnerFeedOf({
        id: 'a',
        name: 'Elbkantine',
        location: hamburgLocation,
        menus: feedMenu(feedOffer({ price: 1290 })),
      }),
    );
    expect(report).toMatchObject({ unchanged: 1, offers: { updated: 1, removed: 1 } });
    expect(await listNearby()).toMatchObject([
      { orderForerunMinutes: 30, isOpenNow: true, offers: [{ name: 'Labskaus', price: 1290 }] },
    ]);
  });

  it('reports why a restaurant or an offer is skipped, and continues', async () => {
    const brokenFeeds = [
      null,
      {},
      feedRestaurant({ id: 'b', name: ' ' }),
      feedRestaurant({ id: 'c', location: { latitude: 'x' } }),
      feedRestaurant({ id: 'd', location: { latitude: 48.85, longitude: 2.35 } }),
      feedRestaurant({ id: 'e', openingHours: { 1: [{ start: '25:00', end: '26:00' }] } }),
      feedRestaurant({ id: 'f', data: 'x' }),
    ];
    const feedOffers = [
      feedOffer(),
      feedOffer(),
      feedOffer({ name: 'Ohne Preis', price: undefined }),
      feedOffer({ name: 'Umsonst', price: 0 }),
      feedOffer({ price: -1 }),
      7,
      feedOffer({ name: 'Neu', mealType: 'Brotzeit' }),
    ];
    const { report, warnings } = await importFeed(
      partnerFeedOf(
        ...brokenFeeds,
        feedRestaurant({ menus: [...feedMenu(...feedOffers), { date: 'gestern', offers: [] }] }),
        feedRestaurant(),
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
  ])('does not take a feed of %s', async (_title, overrideFields) => {
    expect((await importFeed({ ...partnerFeedOf(feedRestaurant()), ...overrideFields })).refused).toMatchObject([
      { why: 'unknownFormat' },
    ]);
  });

  it('deactivates a restaurant that left the feed', async () => {
    await importFeed(
      partnerFeedOf(
        feedRestaurant(),
        feedRestaurant({ id: 'b', name: 'Zweite', location: { latitude: 53.551, longitude: 9.991 } }),
      ),
    );
    expect((await importFeed(partnerFeedOf(feedRestaurant()), true)).report).toMatchObject({ unchanged: 1, pruned: 1 });
    expect((await listNearby()).map(({ name }) => name)).toEqual(['Elbkantine']);
  });

  it('imports the example of its description', async () => {
    const text = readFileSync(resolve(__dirname, '../../../../../docs/partner-feed.md'), 'utf8');
    const exampleFeed: unknown = JSON.parse(/```json\n([\s\S]+?)```/.exec(text)?.[1] ?? '');
    expect(await importFeed(exampleFeed)).toMatchObject({
      refused: [],
      warnings: [],
      report: { imported: 1, skipped: {}, offers: { imported: 2 } },
    });
  });
});
