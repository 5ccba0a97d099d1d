import { stopPostgres } from './postgres-server';
import removeDatabaseTemplates from './remove-database-templates';

/** Global teardown of Jest: stops PostgreSQL and deletes the template databases. */
const stopPostgresAndRemoveTemplates = async (): Promise<void> => {
  await stopPostgres();
  removeDatabaseTemplates();
};

export default stopPostgresAndRemoveTemplates;
