import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Jest's global setup hands its folder to the workers by the environment, all that they share.
const FOLDER = 'MAHLZEIT_DATABASE_TEMPLATES';

/**
 * The template that a gateway in the empty world starts on; the others are named as the engine that has migrated them.
 */
export const EMPTY_WORLD = 'empty-world';

/** Where a template is below its folder. */
export const templateIn = (folder: string, name: string): string => join(folder, `${name}.db`);

/** Says in which folder the templates are from now on, or that there are none. */
export const offerTemplates = (folder: string | null): void => {
  if (folder === null) delete process.env[FOLDER];
  else process.env[FOLDER] = folder;
};

/** The folder of this run's templates; null where nobody has made any. */
export const templateFolder = (): string | null => process.env[FOLDER] ?? null;

/** Begins a database as a copy of a template, unless there is one already; false where there is no template to copy. */
export const beginAsTemplate = (name: string, file: string): boolean => {
  const folder = templateFolder();
  if (folder === null) return false;
  if (existsSync(file)) return true;
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(templateIn(folder, name), file);
  return true;
};
