/**
 * Suites of the gateway that run on SQLite alone, each with the reason. Every other suite that leads to a database runs
 * on PostgreSQL too (`npm run test:postgres -w api-gateway`).
 */
export const SQLITE_SUITES = {
  'src/full-disk.test.ts': 'fills a SQLite file; the codes of PostgreSQL are in its dialect’s test',
  'src/gateway-process.test.ts': 'starts a process with a SQLite file of its own',
  'src/import-main.test.ts': 'reads the SQLite file, and `--dry-run` works with SQLite alone',
  'src/killed-gateway.test.ts': 'kills processes that use a SQLite file',
  'src/modules/invitations/invitation-calendar.test.ts': 'starts processes that use no database',
  'src/platform/http/steps-killed.test.ts': 'kills processes that share a SQLite file',
  'src/platform/jobs/killed-jobs.test.ts': 'kills processes that share a SQLite file',
};

/** Suites that run on PostgreSQL alone, each with the reason. */
export const POSTGRES_SUITES = {
  'src/modules/discovery/search/engines-agree.test.ts': 'compares PostgreSQL with SQLite',
  'src/move.test.ts': 'moves a database from SQLite to PostgreSQL',
  'src/platform/database/move/move-database.test.ts': 'moves a database from SQLite to PostgreSQL',
  'src/platform/database/postgres-dialect.test.ts': 'tests what only the dialect of PostgreSQL does',
  'src/platform/http/shared-database.test.ts': 'lets a second write meet the write of a request',
  'src/postgres-restart.test.ts': 'stops a server of its own',
};

/**
 * Suites that run on PostgreSQL by `npm run test:postgres` and `npm run test:long` alone, each with the reason: `npm
 * test` has no time for them.
 */
export const LONG_POSTGRES_SUITES = {
  'src/fuzzed-frames.test.ts': 'sends hundreds of frames; those on SQLite meet the same handlers',
  'src/fuzzed-requests.test.ts': 'sends thousands of requests; those on SQLite meet the same handlers',
  'src/import-beside-gateway.test.ts': 'puts load on a gateway for as long as two imports take',
  'src/modules/ordering/refunds/unaccepted-orders.test.ts': 'starts a gateway and runs all of its jobs in each test',
  'src/release-main.test.ts': 'starts a process for most commands; other suites run the same statements',
  'src/restored-payments.test.ts': 'starts a gateway twice and runs all of its jobs in each test',
  'src/seeds/demo/demo-seed.test.ts': 'refreshes the whole demo town of months, in ten databases',
};
