import type { DatabaseConfig } from '../config/database-config';
import type { DatabaseDialect } from './database-dialect';
import { createPostgresDialect } from './postgres-dialect';
import { createSqliteDialect } from './sqlite-dialect';

/** Creates the dialect of the configured database engine: SQLite or PostgreSQL. */
export const createDialect = (database: DatabaseConfig): DatabaseDialect =>
  database.driver === 'pg' ? createPostgresDialect(database) : createSqliteDialect(database);
