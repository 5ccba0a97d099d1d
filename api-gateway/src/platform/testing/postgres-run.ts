/**
 * Name of the environment variable that is set when all test suites with a database run on PostgreSQL. Without it they
 * run on SQLite (jest.config.mjs).
 */
export const POSTGRES_RUN_VARIABLE = 'MAHLZEIT_TESTS_ON_POSTGRES';

/** Checks whether the test suites of this run use PostgreSQL. */
export const isPostgresRun = (): boolean => process.env[POSTGRES_RUN_VARIABLE] !== undefined;
