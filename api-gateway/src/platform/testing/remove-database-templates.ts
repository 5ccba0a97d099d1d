import { rmSync } from 'node:fs';
import { offerTemplates, templateFolder } from './database-templates';

/** Jest's global teardown. */
const removeDatabaseTemplates = (): void => {
  const folder = templateFolder();
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
  offerTemplates(null);
};

export default removeDatabaseTemplates;
