import { POSTGRES_RUN_VARIABLE } from './test-engines';

// Setup file of Jest, which runs before each suite of the project that tests on PostgreSQL.
process.env[POSTGRES_RUN_VARIABLE] = '1';
