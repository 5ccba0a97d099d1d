import { rmSync } from 'node:fs';
import { setTemplateFolder, templateFolder } from './database-templates';

/** Global teardown of Jest: deletes the folder of the template databases. */
const removeDatabaseTemplates = (): void => {
  const templatesFolder = templateFolder();
  if (templatesFolder !== null) rmSync(templatesFolder, { recursive: true, force: true });
  setTemplateFolder(null);
};

export default removeDatabaseTemplates;
