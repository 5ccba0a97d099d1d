import { tmpdir } from 'node:os';
import makeDatabaseTemplates from './make-database-templates';
import { startPostgres } from './postgres-server';
import { createPostgresTemplates } from './postgres-templates';

/**
 * Global setup of Jest: starts PostgreSQL and creates the databases that the tests copy. Some tests move data from
 * SQLite, so the template databases of SQLite are created as well.
 */
const makePostgresTemplates = async (): Promise<void> => {
  await makeDatabaseTemplates();
  await startPostgres();
  await createPostgresTemplates(tmpdir());
};

export default makePostgresTemplates;
