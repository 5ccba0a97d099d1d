/**
 * Suites of the gateway that run on SQLite alone, each with the reason. Every other suite that leads to a database runs
 * on PostgreSQL too (`npm run test:postgres -w api-gateway`).
 */
export const SQLITE_SUITES = {
  'src/import-main.test.ts': 'reads the SQLite file, and `--dry-run` works with SQLite alone',
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
 * Suites that run on PostgreSQL by `npm run test:postgres` and `npm run test:long` alone: `npm test` has no time for
 * them. Their statements are those of suites that it runs there.
 */
export const LONG_POSTGRES_SUITES = [
  'src/import-beside-gateway.test.ts',
  'src/mail-over-smtp.test.ts',
  'src/open-sandbox.test.ts',
  'src/release-main.test.ts',
  'src/release/',
  'src/seeds/',
  'src/modules/discovery/[a-z]+/[a-z-]+-(routes|api).test.ts',
  'src/modules/identity/(attacks|authentication|credentials|third-party|user)',
  'src/modules/invitations/(invitation-(links|mails|routes)|mail-occasions|meetup-chat|person-updates|status-mails)',
  'src/modules/mail/',
  'src/modules/ordering/(cards|counter|orders|providers|receipts|refunds|telling|testing)/',
  'src/modules/ordering/(order-charges|orders-by-card).test.ts',
  'src/modules/releases/[a-z-]+-over-http.test.ts',
];
