import { migrations } from '../../../migrations';
import { openDatabase, type DatabaseDeps, type OpenDatabase } from '../database/open-database';
import { engineOfRun, enginesOfRun, type TestDatabaseSite, type TestEngine } from './test-engines';
import { withWritesTwice } from './writes-twice';

interface OpenOptions extends Partial<Omit<DatabaseDeps, 'dialect'>> {
  /** Whether the work of each write runs twice, see `withWritesTwice`. */
  readonly writesTwice?: boolean;
}

/**
 * Databases of a test suite. `open` returns the migrated database of the present test; a second call in the same test
 * returns another connection to it.
 */
export interface TestDatabases {
  open(options?: OpenOptions): Promise<OpenDatabase>;
}

/** A new migrated database for tests. */
export interface TemporaryDatabase {
  readonly database: OpenDatabase;
  /** Closes the temporary database and deletes it. */
  remove(): Promise<void>;
}

const openMigratedDatabase = async (
  site: TestDatabaseSite,
  { writesTwice = false, ...deps }: OpenOptions & Pick<DatabaseDeps, 'realNow'>,
): Promise<OpenDatabase> => {
  const dialect = site.openDialect();
  const database = openDatabase({ dialect: writesTwice ? withWritesTwice(dialect) : dialect, ...deps });
  if (!site.isMigrated) await database.migrate(migrations);
  return database;
};

/** Opens a new migrated database, for suites that need only one engine, or for several tests that share it. */
export const openTemporaryDatabase = async (
  realNow: () => number,
  engine: TestEngine = engineOfRun(),
): Promise<TemporaryDatabase> => {
  const site = await engine.create();
  const database = await openMigratedDatabase(site, { realNow });
  return {
    database,
    async remove() {
      await database.close();
      await site.remove();
    },
  };
};

const describeOnEngine = (
  engine: TestEngine,
  describeSuite: (databases: TestDatabases, engine: TestEngine) => void,
): void => {
  const openDatabases: OpenDatabase[] = [];
  let sitePromise: Promise<TestDatabaseSite> | null = null;

  afterEach(async () => {
    for (const database of openDatabases.splice(0)) await database.close();
    await (await sitePromise)?.remove();
    sitePromise = null;
  });

  // Creates the database of a test at the first call, because some tests need none and some open it several times.
  const siteOfTest = (): Promise<TestDatabaseSite> => (sitePromise ??= engine.create());

  const openTrackedDatabase: TestDatabases['open'] = async ({
    realNow = () => Date.parse('2026-06-24T09:30:00Z'),
    ...openOptions
  } = {}) => {
    const database = await openMigratedDatabase(await siteOfTest(), { realNow, ...openOptions });
    openDatabases.push(database);
    return database;
  };

  describeSuite({ open: openTrackedDatabase }, engine);
};

/** Defines a test suite that runs once on each database engine of the run. */
export const describeByEngine = (suiteTitle: string, describeSuite: (engine: TestEngine) => void): void => {
  for (const engine of enginesOfRun()) describe(`${suiteTitle} (${engine.name})`, () => describeSuite(engine));
};

/**
 * Defines a test suite that runs once on each database engine of the run, with the engine's name in its title. Every
 * test gets its own database, which is removed after the test.
 */
export const describeOnEachEngine = (
  suiteTitle: string,
  describeSuite: (databases: TestDatabases, engine: TestEngine) => void,
): void => describeByEngine(suiteTitle, (engine) => describeOnEngine(engine, describeSuite));

/** Defines a test suite that needs only one database engine, with a separate database for each test. */
export const describeOnDefaultEngine = (
  suiteTitle: string,
  describeSuite: (databases: TestDatabases, engine: TestEngine) => void,
): void => describe(suiteTitle, () => describeOnEngine(engineOfRun(), describeSuite));
