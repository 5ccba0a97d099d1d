import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Client } from 'pg';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { migrations } from '../../../../migrations';
import { createRestaurantRepository } from '../../../modules/discovery/testing/repositories';
import { postgresNameOf, POSTGRES_DEFAULTS } from '../../config/database-config';
import { copyTemplate } from '../../testing/database-templates';
import { openPostgresProxy, type PostgresProxy } from '../../testing/postgres-proxy';
import { postgresUrlOf, POSTGRES_TEMPLATE } from '../../testing/postgres-server';
import { queryPostgres, queryPostgresRows, querySqliteRows } from '../../testing/stored-rows';
import { insertSyntheticPlaces } from '../../testing/synthetic-places';
import { createEmptyPostgres, postgresEngine, type EmptyPostgres } from '../../testing/test-engines';
import { openDatabase } from '../open-database';
import { createPostgresDialect, isUnavailable } from '../postgres-dialect';
import { createSqliteDialect } from '../sqlite-dialect';
import { moveDatabase, MoveRefusedError, undoMove } from './index';
import { readMoveTables } from './target-schema';

const SOURCE_DRIVER = 'better-sqlite3';

/** Number of places of which a break in the middle leaves some copied; `move.test.ts` moves more. */
const PLACE_COUNT = 3_000;

(postgresEngine.isInstalled() ? describe : describe.skip)('a move to PostgreSQL', () => {
  let folder: string;
  let sourceFile: string;
  let target: EmptyPostgres;
  let proxy: PostgresProxy;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mahlzeit-move-'));
    sourceFile = join(folder, 'mahlzeit.db');
    copyTemplate(SOURCE_DRIVER, sourceFile);
    target = await createEmptyPostgres();
    proxy = await openPostgresProxy();
  });

  afterEach(async () => {
    await proxy.close();
    await target.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const openSource = () =>
    openDatabase({ dialect: createSqliteDialect({ file: sourceFile, driver: SOURCE_DRIVER }), realNow: () => 0 });

  const changeSource = (...statements: readonly string[]): void => {
    const connection = new BetterSqlite(sourceFile);
    for (const statement of statements) connection.exec(statement);
    connection.close();
  };

  /** Moves the source through the proxy, and returns the printed lines. `onLine` may cut the connection. */
  const move = async (onLine: (line: string) => void = () => undefined): Promise<string[]> => {
    const lines: string[] = [];
    await moveDatabase({
      sourceFile,
      targetUrl: proxy.urlOf(target.url),
      targetName: postgresNameOf(target.url),
      migrations,
      print(line) {
        lines.push(line);
        onLine(line);
      },
    });
    return lines;
  };

  const errorOf = (attempt: Promise<unknown>): Promise<unknown> =>
    attempt.then(
      () => null,
      (error: unknown) => error,
    );

  /** Returns the lines of a refusal. */
  const refusalOf = async (attempt: Promise<unknown>): Promise<readonly string[]> => {
    const error = await errorOf(attempt);
    if (!(error instanceof MoveRefusedError)) throw error;
    return error.lines;
  };

  const migrateAsGateway = async (database: ReturnType<typeof openDatabase>): Promise<string> => {
    const startResult = await database.migrate(migrations).then(
      () => 'started',
      (error: unknown) => String(error),
    );
    await database.close();
    return startResult;
  };

  const startOnTarget = () =>
    migrateAsGateway(
      openDatabase({
        dialect: createPostgresDialect({ driver: 'pg', url: target.url, ...POSTGRES_DEFAULTS }),
        realNow: () => 0,
      }),
    );

  const relationsOfTarget = () =>
    queryPostgres(target.url, "select relname from pg_class where relnamespace = 'public'::regnamespace");

  const insertPlaces = async (count: number): Promise<void> => {
    const database = openSource();
    await database.write((tx) =>
      createRestaurantRepository(tx.knex).insert(aRestaurant({ key: 'place', routingName: 'place' }), {
        source: 'test',
        sourceId: '1',
      }),
    );
    await database.close();
    insertSyntheticPlaces(sourceFile, count);
  };

  it('copies places, although the connection is cut in the middle of them', async () => {
    await insertPlaces(PLACE_COUNT);
    // The last id stays used.
    changeSource(`delete from restaurant where key = 'synthetic-${PLACE_COUNT}'`);
    const storedRows = querySqliteRows(sourceFile, 'select * from restaurant');
    proxy.stopAfter(PLACE_COUNT * 1_200, proxy.cutConnections);
    expect(isUnavailable(await errorOf(move()))).toBe(true);
    expect([await migrateAsGateway(openSource()), await startOnTarget()]).toEqual([
      expect.stringContaining('must lead to postgres://localhost/'),
      expect.stringContaining('a move is unfinished'),
    ]);
    const lines = await move();
    const [, earlierCount = ''] = /copied .* rows, (.*) of them earlier/.exec(lines.join('\n')) ?? [];
    expect(Number(earlierCount.replaceAll(',', ''))).toBeGreaterThan(0);
    expect(lines.at(-2)).toMatch(/^All tables are the same/);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      moved: true,
      tables: { restaurant: { rows: storedRows.length } },
    });
    expect(await queryPostgresRows(target.url, 'select * from restaurant')).toEqual(storedRows);
    const schemaOf = (url: string) =>
      queryPostgres(
        url,
        `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid::regclass::text !~ '^(pg_|information_schema)'
         union all select conrelid::regclass || conname || convalidated || pg_get_constraintdef(oid) from pg_constraint order by 1`,
      );
    expect(await schemaOf(target.url)).toEqual(await schemaOf(postgresUrlOf(POSTGRES_TEMPLATE)));
    expect(await queryPostgres(target.url, "select nextval('restaurant_id_seq')::int as next")).toEqual([
      { next: PLACE_COUNT * 2 + 2 },
    ]);
    expect(await startOnTarget()).toBe('started');
  });

  it('notices a changed value and a lost row, and lets no gateway start', async () => {
    const stopAtIndexes = (line: string): void => {
      if (line.startsWith('Building indexes')) proxy.cutConnections();
    };
    expect(isUnavailable(await errorOf(move(stopAtIndexes)))).toBe(true);
    await queryPostgres(target.url, "update setting set value = value || ' ' where key = 'epoch'");
    await queryPostgres(target.url, 'delete from write_lock');
    const lines: string[] = [];
    expect(await refusalOf(move((line) => lines.push(line)))).toEqual([
      'The copy differs from the source in setting, write_lock. Begin again with a new database.',
    ]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ moved: false });
    expect(lines.filter((line) => line.includes('differs'))).toEqual([
      expect.stringMatching(/^setting +2 +2 +[0-9a-f]{12} {2}differs: [0-9a-f]{12}$/),
      expect.stringMatching(/^write_lock +1 +0 +[0-9a-f]{12} {2}differs: [0-9a-f]{12}$/),
    ]);
    expect(await startOnTarget()).toContain('a move is unfinished');
  });

  const insertUser = (uid: string, fields: Readonly<Record<string, string>> = {}): string => {
    const row = {
      uid: `'${uid}'`,
      is_anonymous: '0',
      is_email_verified: '0',
      is_visible: '0',
      is_deleted: '0',
      favorites: "'[]'",
      taste_keys: "'[]'",
      created_at: '0',
      search_text: "''",
      ...fields,
    };
    return `insert into user (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`;
  };

  it('names each value that PostgreSQL refuses, and changes nothing', async () => {
    changeSource(
      insertUser('nul', { display_name: "'a' || char(0)" }),
      insertUser('broken', { display_name: "cast(x'61eda080' as text)" }),
      insertUser('long', { language_code: "'deutsch'" }),
      insertUser('json-nul', { favorites: String.raw`'["a\u0000"]'` }),
      insertUser('json-half', { favorites: String.raw`'{"a\ud800":1}'` }),
      insertUser('no-json', { favorites: "'['" }),
      insertUser('no-boolean', { is_deleted: '2' }),
      insertUser('no-number', { created_at: "'gestern'" }),
      insertUser('large', { policy_version: '3000000000' }),
      insertUser('fine', { display_name: "'\uFFFD 🍲' || char(10) || char(9) || 'N'", favorites: "'null'" }),
      'pragma foreign_keys = off',
      "insert into contact_group (owner_uid, key, name, is_favorite) values ('niemand', 'a', 'A', 0)",
    );
    const lines = await refusalOf(move());
    expect(lines).toEqual([
      "PostgreSQL can't hold these values. Mend them first; nothing was copied.",
      '  user (uid json-half): favorites contains half of a character (a lone surrogate), which PostgreSQL refuses',
      '  user (uid json-nul): favorites contains the character NUL, which PostgreSQL refuses',
      '  user (uid large): policy_version is no number of 32 bits',
      "  user (uid long): language_code has 7 characters, and PostgreSQL's column takes 2",
      '  user (uid no-boolean): is_deleted is neither true nor false',
      '  user (uid no-json): favorites is no JSON',
      '  user (uid no-number): created_at is no whole number',
      '  user (uid nul): display_name contains the character NUL, which PostgreSQL refuses',
      '  user (uid broken): display_name contains bytes that are no text in UTF-8',
      '  contact_group (row 1): refers to a row of user that is missing',
    ]);
    expect(await relationsOfTarget()).toEqual([]);
    expect(await migrateAsGateway(openSource())).toBe('started');
  });

  it.each([
    ['no file', () => rmSync(sourceFile), /^There is no database at /],
    ['another file', () => writeFileSync(sourceFile, 'x'.repeat(4096)), /is no SQLite database\.$/],
    ['an empty file', () => writeFileSync(sourceFile, ''), /is no database of Mahlzeit\.$/],
    ['an older release', () => changeSource('delete from knex_migrations where id = 1'), /an older release than this/],
    [
      'a newer release',
      () => changeSource("insert into knex_migrations (name, batch) values ('999-later', 2)"),
      /a newer release than this/,
    ],
    [
      'a move to another database',
      () => changeSource("insert into setting values ('movedTo', 'postgres://db/other')"),
      /was moved to postgres:\/\/db\/other/,
    ],
    ['a table more', () => changeSource('create table extra (id integer primary key)'), /only in SQLite: extra \(id\)/],
  ])('refuses a source with %s', async (_title, prepareSource, refusal) => {
    prepareSource();
    expect((await refusalOf(move())).join('\n')).toMatch(refusal);
    expect(await relationsOfTarget()).toEqual([]);
  });

  it('refuses a source that a process uses, and lets no process use it meanwhile', async () => {
    const gatewayDatabase = openSource();
    await gatewayDatabase.migrate(migrations);
    expect(await refusalOf(move())).toEqual([expect.stringMatching(/^Another process uses /)]);
    await gatewayDatabase.close();
    const startErrors: unknown[] = [];
    await move(() => {
      const connection = new BetterSqlite(sourceFile, { timeout: 0 });
      try {
        connection.exec('begin immediate');
      } catch (error) {
        startErrors.push(error);
      } finally {
        connection.close();
      }
    });
    expect(new Set(startErrors.map(String))).toEqual(new Set(['SqliteError: database is locked']));
  });

  it('refuses a target that is not empty, also one that was moved to', async () => {
    await queryPostgres(target.url, 'create table visits (id int)');
    expect(await refusalOf(move())).toEqual([expect.stringMatching(/isn't empty\. Create a new database/)]);
    await queryPostgres(target.url, 'drop table visits');
    await move();
    expect(await refusalOf(move())).toEqual([expect.stringMatching(/isn't empty/)]);
  });

  it('refuses a target that gateways cannot use', async () => {
    await target.remove();
    target = await createEmptyPostgres("template template0 encoding 'LATIN1' locale 'C'");
    expect(await refusalOf(move())).toEqual([expect.stringMatching(/^--to: must lead to .* not LATIN1 and C /)]);
  });

  it('refuses to continue with a source that has changed', async () => {
    expect(
      isUnavailable(await errorOf(move((line) => void (line.startsWith('chat:') && proxy.cutConnections())))),
    ).toBe(true);
    undoMove(sourceFile);
    changeSource(insertUser('late'));
    expect(await refusalOf(move())).toEqual([
      expect.stringMatching(/holds the beginning of a move of other rows: user\.$/),
      expect.stringMatching(/^The source has changed since/),
    ]);
  });

  it('lets a gateway that starts on the target wait for its end', async () => {
    const gatewayStarts: Promise<string>[] = [];
    await move((line) => {
      if (line.startsWith('Read ')) gatewayStarts.push(startOnTarget());
    });
    expect(await Promise.all(gatewayStarts)).toEqual(['started']);
  });

  it('can be given up', async () => {
    await move();
    expect(await migrateAsGateway(openSource())).toContain('npm run move -- --undo');
    undoMove(sourceFile);
    expect(await migrateAsGateway(openSource())).toBe('started');
    expect(() => undoMove(sourceFile)).toThrow(/wasn't moved/);
  });

  it('does not begin with a type of column that it cannot copy', async () => {
    const client = new Client({ connectionString: target.url });
    await client.connect();
    await client.query('create table extra (id int primary key, address inet)');
    await expect(readMoveTables(client)).rejects.toThrow("The move can't copy the type inet of extra.address");
    await client.query('alter table extra drop column address, add column seen bool, drop constraint extra_pkey');
    await expect(readMoveTables(client)).rejects.toThrow('it has no key');
    await client.query('alter table extra add primary key (seen)');
    await expect(readMoveTables(client)).rejects.toThrow("The move can't order the rows of extra by seen");
    await client.end();
  });
});
