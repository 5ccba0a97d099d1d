import { readFile } from 'node:fs/promises';
import { err, ok, type Result } from '@mahlzeit/contract';
import { canteenFormat } from './canteen-format';
import type { ImportFormat, PlaceRecord, Warn } from './place-record';

const FORMATS: readonly ImportFormat[] = [canteenFormat];

/** Why a file could not be read at all. */
export type FileRefusal = 'unreadable' | 'notJson' | 'unknownFormat';

const parse = (text: string): Result<unknown, 'notJson'> => {
  try {
    const root: unknown = JSON.parse(text);
    return ok(root);
  } catch (error) {
    if (error instanceof SyntaxError) return err('notJson');
    throw error;
  }
};

// TextDecoder drops a byte order mark and replaces broken bytes, which the records' own checks deal with.
const load = (file: string): Promise<Result<string, 'unreadable'>> =>
  readFile(file).then((bytes) => ok(new TextDecoder().decode(bytes)), () => err('unreadable'));

/** The records of a file whose format is recognised by its content, whatever its name. */
export const readFeed = async (file: string, warn: Warn): Promise<Result<PlaceRecord[], FileRefusal>> => {
  const text = await load(file);
  if (!text.ok) return text;
  const root = parse(text.value);
  if (!root.ok) return root;
  const format = FORMATS.find((one) => one.recognises(root.value));
  return format === undefined ? err('unknownFormat') : ok(format.read(root.value, warn));
};
