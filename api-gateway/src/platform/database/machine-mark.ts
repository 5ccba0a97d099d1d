import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import texts from '../../../locales/de.json';
import type { DatabaseConfig } from '../config/database-config';
import { errorCodeOf, StartRefusedError } from '../errors';
import { fillText } from '../escape';

const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';

const RENEWAL_MS = 30_000;

/** Age from which a mark no longer counts: its gateway has died. */
const MARK_LIFE_MS = 3 * RENEWAL_MS;

const MachineMark = z.object({ machine: z.string(), host: z.string() });
type MachineMark = z.infer<typeof MachineMark>;

const readIfPresent = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/** Returns this machine with its name; null on a system that doesn't tell one start of a machine from another. */
const identifyMachine = (): MachineMark | null => {
  const bootId = readIfPresent(BOOT_ID_FILE);
  return bootId === null ? null : { machine: bootId.trim(), host: hostname() };
};

const readMark = (file: string): MachineMark | null => {
  const text = readIfPresent(file);
  if (text === null) return null;
  try {
    return MachineMark.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // The other machine may be writing the mark at this moment.
    return null;
  }
};

/** A mark beside a SQLite file. It says which machine uses the file. */
export interface HeldMark {
  /** Removes the mark. Another gateway on this machine writes it again. */
  release(): void;
}

interface MarkOptions {
  readonly machine?: MachineMark | null;
  readonly realNow?: () => number;
}

/**
 * Marks a SQLite file as used by this machine, for as long as the gateway runs. Several processes of one machine may
 * share the file, but SQLite would destroy it on a network drive that two machines use. Throws `StartRefusedError`
 * where another machine uses the file. Does nothing for PostgreSQL.
 */
export const markMachine = (
  database: DatabaseConfig,
  { machine = identifyMachine(), realNow = Date.now }: MarkOptions = {},
): HeldMark => {
  if (database.driver === 'pg' || machine === null) return { release: () => undefined };
  const markFile = `${database.file}-machine`;
  const otherMark = readMark(markFile);
  const isOther = otherMark !== null && otherMark.machine !== machine.machine;
  if (isOther && realNow() - statSync(markFile).mtimeMs < MARK_LIFE_MS)
    throw new StartRefusedError(fillText(texts.databaseElsewhere, { file: database.file, host: otherMark.host }));
  const writeMark = (): void => writeFileSync(markFile, JSON.stringify(machine), { mode: 0o600 });
  mkdirSync(dirname(markFile), { recursive: true });
  writeMark();
  const renewal = setInterval(() => {
    try {
      writeMark();
    } catch {
      // On a full disk the mark grows old. The gateway goes on reading, and marks the file again later.
    }
  }, RENEWAL_MS);
  renewal.unref();
  return {
    release() {
      clearInterval(renewal);
      rmSync(markFile, { force: true });
    },
  };
};
