import { rmSync } from 'node:fs';
import { setTemplateFolder, templateFolder } from './database-templates';
import { stopPostgres } from './postgres-server';

/** Global teardown of Jest: deletes the folder of the templates and stops PostgreSQL. */
const removeDatabaseTemplates = async (): Promise<void> => {
  const templatesFolder = templateFolder();
  if (templatesFolder !== null) rmSync(templatesFolder, { recursive: true, force: true });
  setTemplateFolder(null);
  await stopPostgres();
};

export default removeDatabaseTemplates;
