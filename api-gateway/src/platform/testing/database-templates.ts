import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Environment variable with the folder of the templates. Jest's global setup and its workers share only the
// environment.
const FOLDER_VARIABLE = 'MAHLZEIT_DATABASE_TEMPLATES';

/**
 * Name of the template of a gateway without demo data. Each other template has the name of the engine that has migrated
 * it.
 */
export const EMPTY_WORLD_TEMPLATE = 'empty-world';

/** Returns the path of a template. */
export const templatePath = (folder: string, name: string): string => join(folder, `${name}.db`);

/** Sets the folder of the templates; null means that there are no templates. */
export const setTemplateFolder = (folder: string | null): void => {
  if (folder === null) delete process.env[FOLDER_VARIABLE];
  else process.env[FOLDER_VARIABLE] = folder;
};

/** Returns the folder of this run's templates; null when there are none. */
export const templateFolder = (): string | null => process.env[FOLDER_VARIABLE] ?? null;

/** Copies a template as a new database, unless the file already exists. Returns false when there is no template. */
export const copyTemplate = (name: string, file: string): boolean => {
  const folder = templateFolder();
  if (folder === null) return false;
  if (existsSync(file)) return true;
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(templatePath(folder, name), file);
  return true;
};
