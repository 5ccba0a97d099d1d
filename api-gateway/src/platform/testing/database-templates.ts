import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Name of the environment variable with the folder of the tests' template databases. Jest's global setup and its
// workers share only the environment.
const TEMPLATE_FOLDER_VARIABLE = 'MAHLZEIT_DATABASE_TEMPLATES';

/**
 * Name of the template database of a gateway without demo data. Each other template has the name of the engine that has
 * migrated it.
 */
export const EMPTY_WORLD_TEMPLATE = 'empty-world';

/** Returns the path of a template database's file. */
export const templatePath = (folder: string, templateName: string): string => join(folder, `${templateName}.db`);

/** Sets the folder of the tests' template databases; null means that there are none. */
export const setTemplateFolder = (folder: string | null): void => {
  if (folder === null) delete process.env[TEMPLATE_FOLDER_VARIABLE];
  else process.env[TEMPLATE_FOLDER_VARIABLE] = folder;
};

/** Returns the folder of this test run's template databases; null when there are none. */
export const templateFolder = (): string | null => process.env[TEMPLATE_FOLDER_VARIABLE] ?? null;

/**
 * Copies a template database as a new database, unless the file already exists. Returns false when there is no
 * template.
 */
export const copyTemplate = (templateName: string, databaseFile: string): boolean => {
  const folder = templateFolder();
  if (folder === null) return false;
  if (existsSync(databaseFile)) return true;
  mkdirSync(dirname(databaseFile), { recursive: true });
  copyFileSync(templatePath(folder, templateName), databaseFile);
  return true;
};
