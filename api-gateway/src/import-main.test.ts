import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Connection from 'better-sqlite3';
import { createImportRunner, reportOf } from './platform/testing/import-process';

// Time limit of a test. Each run starts a process that loads the complete gateway, which takes long.
const TEST_TIMEOUT_MS = 300_000;

const createFeedDish = (name: string, price: number) => ({ name, price, mealType: 'Mittagstisch' });
const restaurant = (id: string, price: number) => ({
  id,
  name: `Elbkantine ${id}`,
  location: { latitude: 53.55 + Number(id) / 1000, longitude: 9.99 },
  menus: [{ date: '2026-06-24', offers: [createFeedDish('Labskaus', price), createFeedDish('Matjes', 900)] }],
});
const createFeed = (...restaurants: unknown[]) => ({
  format: 'mahlzeit-feed',
  version: 1,
  source: 'elbe',
  restaurants,
});

describe('npm run import', () => {
  const runImport = createImportRunner();
  let folder = '';
  let dataDir = '';
  let commandEnvironment: Parameters<typeof runImport>[1] = {};

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mahlzeit-import-'));
    dataDir = join(folder, 'data');
    commandEnvironment = { PATH: process.env['PATH'], MAHLZEIT_WORLD: 'empty', DATA_DIR: dataDir };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const writeFeedFile = (name: string, content: unknown): string => {
    const file = join(folder, name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };

  const readTableRows = (): unknown[] => {
    const database = new Connection(join(dataDir, 'mahlzeit.db'), { readonly: true });
    try {
      return ['restaurant', 'offer', 'change', 'topic'].map((table) =>
        database.prepare(`select * from ${table}`).all(),
      );
    } finally {
      database.close();
    }
  };

  it(
    'rehearses on a copy: prints the line of the real run and writes nothing, even where there is no database yet',
    async () => {
      const file = writeFeedFile('feed.json', createFeed(restaurant('1', 1190), restaurant('2', 1190)));
      const dryRunResult = await runImport(['--dry-run', file], commandEnvironment);
      expect([dryRunResult.exitCode, dryRunResult.errors]).toEqual([0, '']);
      expect(reportOf(dryRunResult)).toMatchObject({ read: 2, imported: 2, offers: { imported: 4 } });
      expect(existsSync(join(dataDir, 'mahlzeit.db'))).toBe(false);
      expect((await runImport([file], commandEnvironment)).lastLine).toBe(dryRunResult.lastLine);

      const updatedFile = writeFeedFile('next.json', createFeed(restaurant('1', 1290), restaurant('3', 1190)));
      const previousRows = readTableRows();
      const secondDryRun = await runImport([updatedFile, '--prune', '--dry-run'], commandEnvironment);
      expect(reportOf(secondDryRun)).toMatchObject({
        read: 2,
        imported: 1,
        unchanged: 1,
        pruned: 1,
        offers: { imported: 2, updated: 1, unchanged: 1 },
      });
      expect(readTableRows()).toEqual(previousRows);
      expect((await runImport(['--prune', updatedFile], commandEnvironment)).lastLine).toBe(secondDryRun.lastLine);
      expect(readTableRows()).not.toEqual(previousRows);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'keeps what a file no longer holds, unless it is told to prune',
    async () => {
      await runImport(
        [writeFeedFile('feed.json', createFeed(restaurant('1', 1190), restaurant('2', 1190)))],
        commandEnvironment,
      );
      const shorterFile = writeFeedFile('shorter.json', createFeed(restaurant('1', 1190)));
      expect(reportOf(await runImport([shorterFile], commandEnvironment))).toMatchObject({ unchanged: 1, pruned: 0 });
      expect(reportOf(await runImport([shorterFile, '--prune'], commandEnvironment))).toMatchObject({
        unchanged: 1,
        pruned: 1,
      });
    },
    TEST_TIMEOUT_MS,
  );

  it.each([[['--wipe', 'feed.json']], [['--dry-run']]])(
    'explains itself at %j and does nothing',
    async (commandLine) => {
      const importRun = await runImport(commandLine, commandEnvironment);
      expect(importRun).toEqual({
        exitCode: 2,
        lastLine: '',
        errors: 'Aufruf: npm run import -- DATEI… [--prune] [--dry-run]\n',
      });
      expect(existsSync(dataDir)).toBe(false);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'brings the good file beside broken ones, says which they are, and ends with one line for all',
    async () => {
      const feedFiles = [
        writeFeedFile('cut.json', '{"format":"mahlzeit-feed",'),
        writeFeedFile('good.json', createFeed(restaurant('1', 1190))),
        join(folder, 'missing.json'),
      ];
      const importRun = await runImport(feedFiles, commandEnvironment);
      expect(importRun.exitCode).toBe(0);
      expect(importRun.errors.trimEnd().split('\n')).toEqual([
        expect.stringContaining(`${feedFiles[0]}: `),
        `${feedFiles[2]}: Die Datei lässt sich nicht lesen.`,
      ]);
      expect(reportOf(importRun)).toMatchObject({ read: 3, imported: 1, skipped: { malformed: 2 } });
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'fails where it could read no file at all, and counts it all the same',
    async () => {
      const importRun = await runImport([join(folder, 'missing.json')], commandEnvironment);
      expect([importRun.exitCode, importRun.errors]).toEqual([
        1,
        `${folder}/missing.json: Die Datei lässt sich nicht lesen.\n`,
      ]);
      expect(reportOf(importRun)).toMatchObject({ read: 1, imported: 0, skipped: { malformed: 1 } });
    },
    TEST_TIMEOUT_MS,
  );
});
