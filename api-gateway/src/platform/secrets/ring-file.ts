import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { errorCodeOf, StartRefusedError } from '../errors';
import { parseKeyRing } from './key-ring';
import type { KeyRing } from './key-ring';

/** Returns the path of the file with the key ring in a data folder. */
export const ringFileOf = (dataDir: string): string => join(dataDir, 'secrets', 'keys.json');

/** Writes a key ring into a new file beside the real one. Only this user can read the file. */
const writeBeside = (dataDir: string, ring: KeyRing): string => {
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  const newFile = `${ringFileOf(dataDir)}.${randomUUID()}`;
  const descriptor = openSync(newFile, 'wx', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(ring, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return newFile;
};

/**
 * Reads the key ring of a data folder; null if there is none. Throws `StartRefusedError` for a file that holds none.
 */
export const readRingFile = (dataDir: string): KeyRing | null => {
  const file = ringFileOf(dataDir);
  try {
    const ring = parseKeyRing(readFileSync(file, 'utf8'));
    if (ring === null) throw new StartRefusedError(`DATA_DIR: ${file} must hold keys that a gateway has written`);
    return ring;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/** Stores a new key ring in the data folder, unless another process was faster. Returns the stored key ring. */
export const createRingFile = (dataDir: string, newRing: KeyRing): KeyRing => {
  const newFile = writeBeside(dataDir, newRing);
  try {
    // Uses a hard link, which is created as a whole or not at all and never replaces a file.
    linkSync(newFile, ringFileOf(dataDir));
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(newFile);
  }
  return readRingFile(dataDir) ?? newRing;
};

/** Replaces the key ring of a data folder. A reader gets either the former or the new one. */
export const replaceRingFile = (dataDir: string, ring: KeyRing): void =>
  renameSync(writeBeside(dataDir, ring), ringFileOf(dataDir));
