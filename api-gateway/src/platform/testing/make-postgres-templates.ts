import { tmpdir } from 'node:os';
import { startPostgres } from './postgres-server';
import { createPostgresTemplates } from './postgres-templates';

/** Global setup of Jest: starts PostgreSQL and creates the databases that the tests copy. */
const makePostgresTemplates = async (): Promise<void> => {
  await startPostgres();
  await createPostgresTemplates(tmpdir());
};

export default makePostgresTemplates;
