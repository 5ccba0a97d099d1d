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

/** Returns the file with the ring of a data folder. */
export const ringFileOf = (dataDir: string): string => join(dataDir, 'secrets', 'keys.json');

/** Writes the ring completely into a new file beside the ring's file, which only this user can read. */
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

/** Reads the ring of a data folder; null if there is none. Throws `StartRefusedError` for a file that holds none. */
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

/** Stores a new ring, unless another process was first. Returns the stored ring. */
export const createRingFile = (dataDir: string, newRing: KeyRing): KeyRing => {
  const newFile = writeBeside(dataDir, newRing);
  try {
    // A link is made as a whole or not at all, and never replaces a file.
    linkSync(newFile, ringFileOf(dataDir));
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(newFile);
  }
  return readRingFile(dataDir) ?? newRing;
};

/** Replaces the ring of a data folder. A reader gets the former ring or this one. */
export const replaceRingFile = (dataDir: string, ring: KeyRing): void =>
  renameSync(writeBeside(dataDir, ring), ringFileOf(dataDir));
