import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { seedDiscovery } from '../../../seeds/empty/discovery';
import type { Database } from '../../../platform';
import { describeOnEachEngine, type TestDatabases } from '../../../platform/testing/temporary-database';
import { createSearchRepository } from '../search/search-repository';
import { importFiles, type ImportResult } from './import-service';

// Real data from a folder outside of the repository, which may be missing.
const folder = resolve(__dirname, '../../../../../../shared/data/osm');
const files = existsSync(folder)
  ? readdirSync(folder)
      .sort()
      .map((file) => join(folder, file))
  : [];
const noon = Date.parse('2026-06-24T12:00:00+02:00');
const clock = { now: () => noon, realNow: () => noon };
const patience = 600_000;

/** Returns a list with only the smallest of these files. */
const sampleOf = (paths: readonly string[]): readonly string[] =>
  [...paths].sort((one, other) => statSync(one).size - statSync(other).size).slice(0, 1);

const sumOf = (skipped: ImportResult['report']['skipped']): number =>
  Object.values(skipped).reduce((sum, count) => sum + count, 0);

(files.length > 0 ? describe : describe.skip)(
  'D15 the places of ../shared/data/osm (skipped where that folder is absent)',
  () => {
    describeOnEachEngine('imported', (databases: TestDatabases, engine) => {
      // An import of all files takes long. Therefore only one database driver imports all files; the other one imports
      // a sample.
      const isWhole = engine === 'better-sqlite3';
      const importedFiles = isWhole ? files : sampleOf(files);
      const importShared = async (database: Database) => importFiles(importedFiles, { database, clock });

      const expectAllPlaces = async (database: Database, { report }: ImportResult) => {
        expect(report.read).toBe(10_712);
        expect(report.skipped).toEqual({ noName: 110, duplicate: expect.any(Number) });
        const search = { needle: 'hofbraeuhaus', from: null, limit: 20 };
        expect(await createSearchRepository(database.knex).findRestaurants({ ...search, isPartner: true })).toEqual([]);
        expect(
          (await createSearchRepository(database.knex).findRestaurants({ ...search, isPartner: false })).length,
        ).toBeGreaterThan(0);
      };

      // One test with many expectations, because each import takes long.
      it(
        'arrive clean, each or with a reason; a second run changes nothing; they are found by name and in no list',
        async () => {
          const database = await databases.open();
          await database.write((tx) => seedDiscovery(tx.knex));
          const result = await importShared(database);
          const { report, refused: refusedFiles } = result;
          expect(refusedFiles).toEqual([]);
          expect(report.read).toBe(report.imported + sumOf(report.skipped));
          // Nearly all places with a name are imported.
          expect(report.imported / (report.read - (report.skipped.noName ?? 0))).toBeGreaterThan(0.99);

          const changes = await database.knex('change').count({ n: '*' }).first();
          expect((await importShared(database)).report).toEqual({ ...report, imported: 0, unchanged: report.imported });
          expect(await database.knex('change').count({ n: '*' }).first()).toEqual(changes);

          if (isWhole) await expectAllPlaces(database, result);
          expect(await database.knex('restaurant_place').whereNot({ type: 'NonPartner' })).toEqual([]);

          const texts: string[] = (
            await database.knex('restaurant').select('name', 'address', 'data', 'opening_hours_text')
          ).flatMap((row) => Object.values(row).filter((text) => typeof text === 'string'));
          expect(texts.filter((text) => /[\p{Cc}\p{Cf}]|Ã[\u0080-\u00BF]/u.test(text))).toEqual([]);
          const webs: string[] = (await database.knex('restaurant').select('data')).flatMap(
            ({ data }) => JSON.parse(data).contact.web ?? [],
          );
          expect(webs.length).toBeGreaterThan(isWhole ? 2000 : 0);
          expect(webs.filter((web) => !/^https?:\/\/[^\s"'<>\\;]+$/.test(web))).toEqual([]);
        },
        patience,
      );
    });
  },
);
