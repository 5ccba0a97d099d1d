import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Jest's global setup passes its folder to the workers by the environment, the only thing that they share.
const FOLDER = 'MAHLZEIT_DATABASE_TEMPLATES';

/** Template of a gateway in the empty world. The other templates are named after the engine that has migrated them. */
export const EMPTY_WORLD = 'empty-world';

/** Returns the path of a template. */
export const templateIn = (folder: string, name: string): string => join(folder, `${name}.db`);

/** Sets the folder of the templates, or that there are none. */
export const offerTemplates = (folder: string | null): void => {
  if (folder === null) delete process.env[FOLDER];
  else process.env[FOLDER] = folder;
};

/** Returns the folder of this run's templates; null when nobody has made any. */
export const templateFolder = (): string | null => process.env[FOLDER] ?? null;

/** Copies a template as a new database unless the file exists; false without a template. */
export const beginAsTemplate = (name: string, file: string): boolean => {
  const folder = templateFolder();
  if (folder === null) return false;
  if (existsSync(file)) return true;
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(templateIn(folder, name), file);
  return true;
};
