/**
 * Files of the gateway that lead to a database. Each suite that imports one of them, directly or through others, runs
 * on SQLite and on PostgreSQL.
 */
export const DATABASE_SOURCES = ['src/platform/database/open-database.ts', 'src/platform/testing/bundled-program.ts'];

/** Suites that run on SQLite alone, each with the reason. */
export const SQLITE_SUITES = {
};

/** Suites that run on PostgreSQL alone, each with the reason. */
export const POSTGRES_SUITES = {
  'src/modules/discovery/search/engines-agree.test.ts': 'compares PostgreSQL with SQLite',
  'src/platform/database/postgres-dialect.test.ts': 'tests what only the dialect of PostgreSQL does',
  'src/platform/http/shared-database.test.ts': 'lets a second write meet the write of a request',
};
