import { statfs } from 'node:fs/promises';
import { realNow } from '../platform/clock';
import type { Connection } from '../platform/database/database';
import { hasFullRights, listReplicas } from '../platform/database/postgres-server-facts';
import type { Replica } from '../platform/database/postgres-server-facts';
import { createTlsProbes } from './tls-probes';
import type { TlsProbes } from './tls-probes';

/** Total and free space of the disk that holds a folder. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Facts that the doctor reads from the machine and from other servers. Tests replace some of them. */
export interface DoctorProbes extends TlsProbes {
  /** The machine's time in epoch milliseconds. */
  realNow(): number;
  readDisk(folder: string): Promise<DiskSpace>;
  /** Lists the standby servers of a PostgreSQL database. */
  listReplicas(connection: Connection): Promise<readonly Replica[]>;
  /** Returns whether the role of a PostgreSQL connection may do anything on its server. */
  hasFullRights(connection: Connection): Promise<boolean>;
}

/**
 * Milliseconds for which the command `doctor` waits for each answer, so that a hanging server doesn't block the
 * command.
 */
export const ANSWER_TIMEOUT_MS = 5_000;

const readDisk: DoctorProbes['readDisk'] = async (folder) => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};

/** Probes of the real machine. */
export const machineProbes: DoctorProbes = {
  realNow,
  readDisk,
  listReplicas,
  hasFullRights,
  ...createTlsProbes({ timeoutMs: ANSWER_TIMEOUT_MS }),
};
