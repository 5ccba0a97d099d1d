import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDiscovery } from '../../../seeds/empty/discovery';
import { refreshGazetteer } from '../../../seeds/gazetteer/gazetteer';
import { describeOnEachEngine, type TestDatabases } from '../../../platform/testing/temporary-database';
import { createListingService } from '../listing/listing-service';
import { createDatedHoursWorker } from './dated-hours-worker';
import { importFiles } from './import-service';

const osmFeature = (id: string, name: string, openingHours: string, coordinates: readonly number[]) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates },
  properties: { name, opening_hours: openingHours, amenity: 'restaurant' },
});

describeOnEachEngine('createDatedHoursWorker', (testDatabases: TestDatabases) => {
  let feedFolder = '';
  beforeEach(() => {
    feedFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-dated-'));
  });
  afterEach(() => rmSync(feedFolder, { recursive: true, force: true }));

  it("turns the week over day by day: closed on the holiday of the place's state, open again after it", async () => {
    const database = await testDatabases.open();
    await database.write((tx) => seedDiscovery(tx.knex));
    await database.write(refreshGazetteer);
    let now = Date.parse('2026-05-05T12:00:00+02:00');
    const clock = { now: () => now, realNow: () => now };
    const feedFile = join(feedFolder, 'extract.json');
    const osmFeatures = [
      osmFeature('node/1', 'Isar', 'Mo-Su 11:00-22:00; PH off', [11.58, 48.14]),
      osmFeature('node/2', 'Elbe', 'Mo-Su 11:00-22:00; PH off', [9.99, 53.55]),
      osmFeature('node/3', 'Immer', 'Mo-Su 11:00-22:00', [11.6, 48.15]),
    ];
    writeFileSync(feedFile, JSON.stringify({ type: 'FeatureCollection', features: osmFeatures }));
    await importFiles([feedFile], { database, clock });
    const hoursWorker = createDatedHoursWorker({ database, clock });
    const listingService = createListingService({ database, clock });
    const seededRestaurantKeys: string[] = await database.knex('restaurant').orderBy('id').pluck('key');
    const openStatesByDay = async () =>
      Promise.all(
        seededRestaurantKeys.map(async (key) => {
          const restaurant = await listingService.byKey(key, null);
          return restaurant.ok && restaurant.value.isOpenNow;
        }),
      );
    const recordedOpCount = async () => (await database.knex('change').whereLike('topic', 'restaurant/%')).length;

    await hoursWorker.run();
    expect([await openStatesByDay(), await recordedOpCount()]).toEqual([[true, true, true], 0]);
    // Moves the clock to Corpus Christi, a public holiday in Bavaria but not in Hamburg.
    now = Date.parse('2026-06-04T12:00:00+02:00');
    await hoursWorker.run();
    expect([await openStatesByDay(), await recordedOpCount()]).toEqual([[false, true, true], 1]);
    await hoursWorker.run();
    expect(await recordedOpCount()).toBe(1);
    now = Date.parse('2026-06-11T12:00:00+02:00');
    await hoursWorker.run();
    expect([await openStatesByDay(), await recordedOpCount()]).toEqual([[true, true, true], 2]);
    expect((await importFiles([feedFile], { database, clock })).report).toMatchObject({ unchanged: 3, updated: 0 });
  });
});
