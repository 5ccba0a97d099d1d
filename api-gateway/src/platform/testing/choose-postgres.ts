import { POSTGRES_RUN_VARIABLE } from './postgres-run';

// Setup file of Jest, which runs before each suite of the project that tests on PostgreSQL. It imports no module of the
// gateway, because a suite can no longer replace a module that is already loaded.
process.env[POSTGRES_RUN_VARIABLE] = '1';
