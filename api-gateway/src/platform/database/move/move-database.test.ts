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
import { postgresUrlOf } from '../../testing/postgres-server';
import { MIGRATED_TEMPLATE } from '../../testing/postgres-templates';
import { queryPostgres, queryPostgresRows, querySqliteRows } from '../../testing/stored-rows';
import { insertSyntheticPlaces } from '../../testing/synthetic-places';
import { createEmptyPostgres, type EmptyPostgres } from '../../testing/test-engines';
import { openDatabase } from '../open-database';
import { createPostgresDialect, isUnavailable } from '../postgres-dialect';
import { createSqliteDialect } from '../sqlite-dialect';
import { moveDatabase, MoveRefusedError, undoMove } from './index';
import { readMoveTables } from './target-schema';

const SOURCE_DRIVER = 'better-sqlite3';

/**
 * Number of places in the test's database: enough that an interruption in the middle leaves some of them uncopied.
 * `move.test.ts` moves more.
 */
const PLACE_COUNT = 3_000;

describe('a move to PostgreSQL', () => {
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

  /** Moves the test's database through the proxy, and returns the printed lines. `onLine` may cut the connection. */
  const runMove = async (onLine: (line: string) => void = () => undefined): Promise<string[]> => {
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

  /** Returns the lines of the message by which a move is refused. */
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
    // Deletes the last place; its id must not be used again.
    changeSource(`delete from restaurant where key = 'synthetic-${PLACE_COUNT}'`);
    const storedRows = querySqliteRows(sourceFile, 'select * from restaurant');
    proxy.stopAfter(PLACE_COUNT * 1_200, proxy.cutConnections);
    expect(isUnavailable(await errorOf(runMove()))).toBe(true);
    expect([await migrateAsGateway(openSource()), await startOnTarget()]).toEqual([
      expect.stringContaining('must lead to postgres://localhost/'),
      expect.stringContaining('a move is unfinished'),
    ]);
    const lines = await runMove();
    const [, earlierCount = ''] = /davon schon vorher: (.*)\)\.$/m.exec(lines.join('\n')) ?? [];
    expect(Number(earlierCount.replaceAll('.', ''))).toBeGreaterThan(0);
    expect(lines.at(-2)).toMatch(/^Alle Tabellen sind gleich\./);
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
    expect(await schemaOf(target.url)).toEqual(await schemaOf(postgresUrlOf(MIGRATED_TEMPLATE)));
    expect(await queryPostgres(target.url, "select nextval('restaurant_id_seq')::int as next")).toEqual([
      { next: PLACE_COUNT * 2 + 2 },
    ]);
    expect(await startOnTarget()).toBe('started');
  });

  it('notices a changed value and a lost row, and lets no gateway start', async () => {
    const stopAtIndexes = (line: string): void => {
      if (line.startsWith('Indizes werden gebaut')) proxy.cutConnections();
    };
    expect(isUnavailable(await errorOf(runMove(stopAtIndexes)))).toBe(true);
    await queryPostgres(target.url, "update setting set value = value || ' ' where key = 'epoch'");
    await queryPostgres(target.url, 'delete from write_lock');
    const lines: string[] = [];
    expect(await refusalOf(runMove((line) => lines.push(line)))).toEqual([
      'Die Kopie weicht von der SQLite-Datei ab: setting, write_lock. ' +
        'Lösche die PostgreSQL-Datenbank, leg sie neu an und wiederhole den Befehl.',
    ]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ moved: false });
    expect(lines.filter((line) => line.includes('anders: '))).toEqual([
      expect.stringMatching(/^setting +2 +2 +[0-9a-f]{12} {2}anders: [0-9a-f]{12}$/),
      expect.stringMatching(/^write_lock +1 +0 +[0-9a-f]{12} {2}anders: [0-9a-f]{12}$/),
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
      insertUser('long', { language_code: "printf('%1007s', 'deutsch')" }),
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
    const lines = await refusalOf(runMove());
    expect(lines).toEqual([
      'PostgreSQL kann diese Werte nicht aufnehmen. Bessere sie zuerst aus, kopiert wurde nichts.',
      '  user (uid json-half): favorites enthält ein halbes Zeichen (ein einzelnes Surrogat), das PostgreSQL ablehnt',
      '  user (uid json-nul): favorites enthält das Zeichen NUL, das PostgreSQL ablehnt',
      '  user (uid large): policy_version passt nicht in eine Zahl mit 32 Bit',
      '  user (uid long): language_code hat 1.007 Zeichen, in PostgreSQL passen 2 hinein',
      '  user (uid no-boolean): is_deleted ist weder wahr noch falsch',
      '  user (uid no-json): favorites ist kein JSON',
      '  user (uid no-number): created_at ist keine ganze Zahl',
      '  user (uid nul): display_name enthält das Zeichen NUL, das PostgreSQL ablehnt',
      '  user (uid broken): display_name enthält Bytes, die kein Text in UTF-8 sind',
      '  contact_group (Zeile 1): verweist auf eine Zeile von user, die fehlt',
    ]);
    expect(await relationsOfTarget()).toEqual([]);
    expect(await migrateAsGateway(openSource())).toBe('started');
  });

  it.each([
    ['no file', () => rmSync(sourceFile), /^Unter .* gibt es keine Datenbank\. /],
    ['another file', () => writeFileSync(sourceFile, 'x'.repeat(4096)), /ist keine SQLite-Datenbank\. /],
    ['an empty file', () => writeFileSync(sourceFile, ''), /ist keine Datenbank von Mahlzeit\. /],
    [
      'an older release',
      () => changeSource('delete from knex_migrations where id = 1'),
      /gehört zu einer älteren Version/,
    ],
    [
      'a newer release',
      () => changeSource("insert into knex_migrations (name, batch) values ('999-later', 2)"),
      /gehört zu einer neueren Version/,
    ],
    [
      'a move to another database',
      () => changeSource("insert into setting values ('movedTo', 'postgres://db/other')"),
      /gehört schon zu einem Umzug nach postgres:\/\/db\/other\./,
    ],
    [
      'a table more',
      () => changeSource('create table extra (id integer primary key)'),
      /^ {2}nur in SQLite: extra \(id\)$/m,
    ],
  ])('refuses a source with %s', async (_title, prepareSource, refusal) => {
    prepareSource();
    expect((await refusalOf(runMove())).join('\n')).toMatch(refusal);
    expect(await relationsOfTarget()).toEqual([]);
  });

  it('refuses a source that a process uses, and lets no process use it meanwhile', async () => {
    const gatewayDatabase = openSource();
    await gatewayDatabase.migrate(migrations);
    expect(await refusalOf(runMove())).toEqual([expect.stringMatching(/^Ein anderer Prozess benutzt /)]);
    await gatewayDatabase.close();
    const startErrors: unknown[] = [];
    await runMove(() => {
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
    expect(await refusalOf(runMove())).toEqual([
      expect.stringMatching(/ist nicht leer\. Leg .* eine neue Datenbank an\.$/),
    ]);
    await queryPostgres(target.url, 'drop table visits');
    await runMove();
    expect(await refusalOf(runMove())).toEqual([expect.stringMatching(/ist nicht leer/)]);
  });

  it('refuses a target that gateways cannot use', async () => {
    await target.remove();
    target = await createEmptyPostgres("template template0 encoding 'LATIN1' locale 'C'");
    expect(await refusalOf(runMove())).toEqual([
      expect.stringMatching(/^--to: Nötig ist eine Datenbank .* diese hat LATIN1 und C\. /),
    ]);
  });

  it('refuses to continue with a source that has changed', async () => {
    expect(
      isUnavailable(await errorOf(runMove((line) => void (line.startsWith('chat:') && proxy.cutConnections())))),
    ).toBe(true);
    undoMove(sourceFile);
    changeSource(insertUser('late'));
    expect(await refusalOf(runMove())).toEqual([
      expect.stringMatching(/enthält den Anfang eines Umzugs mit anderen Zeilen: user\.$/),
      expect.stringMatching(/^Die SQLite-Datei hat sich seitdem geändert/),
    ]);
  });

  it('lets a gateway that starts on the target wait for its end', async () => {
    const gatewayStarts: Promise<string>[] = [];
    await runMove((line) => {
      if (line.startsWith('Gelesene Tabellen: ')) gatewayStarts.push(startOnTarget());
    });
    expect(await Promise.all(gatewayStarts)).toEqual(['started']);
  });

  it('can be given up', async () => {
    await runMove();
    expect(await migrateAsGateway(openSource())).toContain('npm run move -- --undo');
    undoMove(sourceFile);
    expect(await migrateAsGateway(openSource())).toBe('started');
    expect(() => undoMove(sourceFile)).toThrow(/gehört zu keinem Umzug/);
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
