import { openDatabase } from '../../../api-gateway/src/platform/database/open-database';
import { createPostgresDialect } from '../../../api-gateway/src/platform/database/postgres-dialect';
import { createSqliteDialect } from '../../../api-gateway/src/platform/database/sqlite-dialect';
import { POSTGRES_DEFAULTS } from '../../../api-gateway/src/platform/config/database-config';
import type { World } from '../../world/start-world';

/** Opens one more connection to the database of running gateways. The caller closes it. */
export const openWorldDatabase = ({ databaseFile, databaseUrl }: Pick<World, 'databaseFile' | 'databaseUrl'>) =>
  openDatabase({
    dialect:
      databaseUrl === null
        ? createSqliteDialect({ file: databaseFile, driver: 'better-sqlite3' })
        : createPostgresDialect({ driver: 'pg', url: databaseUrl, ...POSTGRES_DEFAULTS }),
    realNow: Date.now,
  });
