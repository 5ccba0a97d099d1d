import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Coordinate } from '@mahlzeit/contract';
import * as fc from 'fast-check';
import { seedDiscovery } from '../../../seeds/empty/discovery';
import type { Connection } from '../../../platform';
import { insertInChunks } from '../../../platform/database/rows';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../platform/testing/temporary-database';
import { defaultSqliteEngine, postgresEngine } from '../../../platform/testing/test-engines';
import { createStreetRepository } from '../gazetteer/street-repository';
import { importFiles } from '../import/import-service';
import { createRestaurantRepository } from '../restaurants';
import { createSearchRepository } from './search-repository';

// Real OpenStreetMap data for the test, in a folder outside of the repository, which may be missing.
const osmFolder = resolve(__dirname, '../../../../../../shared/data/osm');
const osmFiles = ['mannheim-restaurants-2017.geojson', 'salzburg-cafes-2025-01-15.geojson'];
const hasRealData = existsSync(osmFolder);

const noonMs = Date.parse('2026-06-24T12:00:00+02:00');
const clock = { now: () => noonMs, realNow: () => noonMs };

interface NamedRow {
  readonly search_text: string;
  readonly street_text: string;
}

(hasRealData ? describe : describe.skip)('PostgreSQL (pg) and SQLite (skipped without ../shared/data/osm)', () => {
  let sqlite: TemporaryDatabase;
  let postgres: TemporaryDatabase;
  let searchTexts: readonly string[] = [];

  beforeAll(async () => {
    sqlite = await openTemporaryDatabase(clock.realNow, defaultSqliteEngine);
    postgres = await openTemporaryDatabase(clock.realNow, postgresEngine);
    await sqlite.database.write(({ knex }) => seedDiscovery(knex));
    const files = osmFiles.map((fileName) => join(osmFolder, fileName));
    await importFiles(files, { database: sqlite.database, clock });
    // Makes every second imported place a partner, because an import adds no partners.
    await sqlite.database.write(({ knex }) => knex('restaurant').whereRaw('id % 2 = 0').update({ type: 'Restaurant' }));
    const rows = await sqlite.database.knex<NamedRow>('restaurant').orderBy('id');
    await postgres.database.write(({ knex }) =>
      insertInChunks(rows, (rowChunk) => knex<NamedRow>('restaurant').insert(rowChunk)),
    );
    searchTexts = rows.flatMap(({ search_text, street_text }) => [search_text, street_text]);
  });

  afterAll(async () => {
    await sqlite.remove();
    await postgres.remove();
  });

  // Search texts of the test: parts of real names and streets, and characters that mean something in a pattern.
  const needles = () =>
    fc
      .record({
        text: fc.constantFrom(...searchTexts.filter((text) => text.length >= 3)),
        start: fc.nat(20),
        length: fc.integer({ min: 3, max: 8 }),
        special: fc.constantFrom('', '', '%', '_', '\\', '"', "'"),
      })
      .map(({ text, start, length, special }) => {
        const part = text.slice(Math.min(start, text.length - 3)).slice(0, length);
        return `${part}${special}`;
      });

  const locations = fc.record({
    latitude: fc.double({ min: 47.7, max: 49.6, noNaN: true }),
    longitude: fc.double({ min: 8.3, max: 13.2, noNaN: true }),
  });

  const resultsOf = async (connection: Connection, needle: string, from: Coordinate | null) => {
    const searchRepository = createSearchRepository(connection);
    const foundKeys = async (isPartner: boolean) =>
      (await searchRepository.findRestaurants({ needle, isPartner, limit: 20, from })).map(({ own, meters }) => [
        own.key,
        meters,
      ]);
    return {
      partners: await foundKeys(true),
      others: await foundKeys(false),
      streets: await createStreetRepository(connection).findByName(needle, from),
    };
  };

  it('find the same restaurants and streets by a part of a name, in the same order', async () => {
    let matchCount = 0;
    await fc.assert(
      fc.asyncProperty(needles(), fc.option(locations), async (needle, from) => {
        const results = await resultsOf(sqlite.database.knex, needle, from);
        matchCount += results.partners.length + results.others.length;
        expect(await resultsOf(postgres.database.knex, needle, from)).toEqual(results);
      }),
      { numRuns: 400 },
    );
    expect(matchCount).toBeGreaterThan(0);
  });

  it('find the same nearest partners, in the same order', async () => {
    const nearbyQueries = fc.record({
      location: locations,
      radius: fc.integer({ min: 100, max: 400_000 }),
      limit: fc.integer({ min: 1, max: 120 }),
    });
    await fc.assert(
      fc.asyncProperty(nearbyQueries, async (nearbyQuery) => {
        const nearest = await createRestaurantRepository(sqlite.database.knex).findNearest(nearbyQuery);
        expect(await createRestaurantRepository(postgres.database.knex).findNearest(nearbyQuery)).toEqual(nearest);
      }),
      { numRuns: 400 },
    );
  });

  it('use their indexes', async () => {
    const planOf = (text: string): Promise<string> =>
      postgres.database.knex.transaction(async (trx) => {
        await trx.raw('set local enable_seqscan = off');
        const plan: unknown = await trx.raw(`explain ${text}`);
        return JSON.stringify(plan);
      });
    expect(await planOf("select id from restaurant where search_text like '%kantine%'")).toContain('restaurant_name');
    expect(
      await planOf(
        "select id from restaurant where deactivated_at is null and type <> 'NonPartner' order by point(longitude, latitude) <-> point(8, 49) limit 5",
      ),
    ).toContain('restaurant_partner_place');
    expect(
      await planOf(
        'select id from restaurant where deactivated_at is null and point(longitude, latitude) <@ box(point(8, 49), point(9, 50))',
      ),
    ).toContain('restaurant_place');
  });
});
