import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Restaurant } from '@mahlzeit/contract';
import { seedDiscovery } from '../../../seeds/empty/discovery';
import { fromJsonColumn } from '../../../platform';
import type { Database } from '../../../platform';
import { describeOnEachEngine, type TestDatabases } from '../../../platform/testing/temporary-database';
import { createSearchRepository } from '../search/search-repository';
import { importFiles, type ImportResult } from './import-service';

// Real OpenStreetMap data for the test, in a folder outside of the repository, which may be missing.
const osmFolder = resolve(__dirname, '../../../../../../shared/data/osm');
const osmFilePaths = existsSync(osmFolder)
  ? readdirSync(osmFolder)
      .sort()
      .map((osmFileName) => join(osmFolder, osmFileName))
  : [];
const noonMs = Date.parse('2026-06-24T12:00:00+02:00');
const clock = { now: () => noonMs, realNow: () => noonMs };
const TEST_TIMEOUT_MS = 600_000;

/** Returns a list with only the smallest of the given files. */
const smallestFileOf = (filePaths: readonly string[]): readonly string[] =>
  [...filePaths].sort((firstPath, secondPath) => statSync(firstPath).size - statSync(secondPath).size).slice(0, 1);

const countSkippedRecords = (skippedByReason: ImportResult['report']['skipped']): number =>
  Object.values(skippedByReason).reduce((skippedTotal, skippedCount) => skippedTotal + skippedCount, 0);

(osmFilePaths.length > 0 ? describe : describe.skip)(
  'D15 the places of ../shared/data/osm (skipped where that folder is absent)',
  () => {
    describeOnEachEngine('imported', (testDatabases: TestDatabases, engine) => {
      // Whether this run imports all files. An import of all files takes long, so it runs on one database engine only;
      // the others import a sample.
      const shouldImportAllFiles = engine.name === 'better-sqlite3';
      const importedFilePaths = shouldImportAllFiles ? osmFilePaths : smallestFileOf(osmFilePaths);
      const importSharedFiles = async (database: Database) => importFiles(importedFilePaths, { database, clock });

      const expectAllPlaces = async (database: Database, { report }: ImportResult) => {
        expect(report.read).toBe(10_712);
        expect(report.skipped).toEqual({ noName: 110, duplicate: expect.any(Number) });
        const nameSearch = { needle: 'hofbraeuhaus', from: null, limit: 20 };
        expect(await createSearchRepository(database.knex).findRestaurants({ ...nameSearch, isPartner: true })).toEqual(
          [],
        );
        expect(
          (await createSearchRepository(database.knex).findRestaurants({ ...nameSearch, isPartner: false })).length,
        ).toBeGreaterThan(0);
      };

      // This test has many expectations, because each import takes long.
      it(
        'arrive clean, each or with a reason; a second run changes nothing; they are found by name and in no list',
        async () => {
          const database = await testDatabases.open();
          await database.write((tx) => seedDiscovery(tx.knex));
          const importResult = await importSharedFiles(database);
          const { report, refused: refusedFiles } = importResult;
          expect(refusedFiles).toEqual([]);
          expect(report.read).toBe(report.imported + countSkippedRecords(report.skipped));
          // The import takes nearly all places that have a name.
          expect(report.imported / (report.read - (report.skipped.noName ?? 0))).toBeGreaterThan(0.99);

          const changeCountRow = await database.knex('change').count({ n: '*' }).first();
          expect((await importSharedFiles(database)).report).toEqual({
            ...report,
            imported: 0,
            unchanged: report.imported,
          });
          expect(await database.knex('change').count({ n: '*' }).first()).toEqual(changeCountRow);

          if (shouldImportAllFiles) await expectAllPlaces(database, importResult);
          expect(await database.knex('restaurant').whereNot({ type: 'NonPartner' })).toEqual([]);

          const storedRestaurantTexts: string[] = (
            await database.knex('restaurant').select('name', 'address', 'data', 'opening_hours_text')
          ).flatMap((restaurantRow) =>
            Object.values(restaurantRow)
              .filter((value) => value !== null)
              .map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
          );
          expect(storedRestaurantTexts.filter((text) => /[\p{Cc}\p{Cf}]|Ã[\u0080-\u00BF]/u.test(text))).toEqual([]);
          const websites: string[] = (await database.knex('restaurant').select('data')).flatMap(
            ({ data }) => fromJsonColumn<Restaurant['data']>(data).contact.web ?? [],
          );
          expect(websites.length).toBeGreaterThan(shouldImportAllFiles ? 2000 : 0);
          expect(websites.filter((website) => !/^https?:\/\/[^\s"'<>\\;]+$/.test(website))).toEqual([]);
        },
        TEST_TIMEOUT_MS,
      );
    });
  },
);
