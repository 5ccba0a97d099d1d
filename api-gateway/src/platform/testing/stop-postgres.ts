import { stopPostgres } from './postgres-server';
import removeDatabaseTemplates from './remove-database-templates';

/** Global teardown of Jest: stops PostgreSQL and deletes the templates. */
const stopPostgresAndRemoveTemplates = async (): Promise<void> => {
  await stopPostgres();
  removeDatabaseTemplates();
};

export default stopPostgresAndRemoveTemplates;
