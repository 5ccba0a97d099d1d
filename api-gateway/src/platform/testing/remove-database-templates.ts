import { rmSync } from 'node:fs';
import { setTemplateFolder, templateFolder } from './database-templates';

/** Global teardown of Jest: deletes the folder of the templates. */
const removeDatabaseTemplates = (): void => {
  const folder = templateFolder();
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
  setTemplateFolder(null);
};

export default removeDatabaseTemplates;
