import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { realNow } from '../platform/clock';
import type { Connection } from '../platform/database/database';
import { listReplicas } from '../platform/database/postgres-server-facts';
import type { Replica } from '../platform/database/postgres-server-facts';

/** Total and free space of the disk that holds a folder. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/**
 * Functions by which the command `doctor` reads facts from the machine and from other servers. Tests replace some of
 * them.
 */
export interface DoctorProbes {
  /** The machine's time in epoch milliseconds. */
  realNow(): number;
  readDisk(folder: string): Promise<DiskSpace>;
  /** Returns the time at which a server's certificate expires. Rejects where no browser would trust the certificate. */
  readCertificateEnd(origin: string): Promise<number>;
  /** Lists the standby servers of a PostgreSQL database. */
  listReplicas(connection: Connection): Promise<readonly Replica[]>;
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

const readCertificateEnd: DoctorProbes['readCertificateEnd'] = (origin) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error(`no TLS handshake with ${origin} in time`)));
    socket.on('error', reject);
  });

/** Functions that read the facts from the real machine. */
export const machineProbes: DoctorProbes = { realNow, readDisk, readCertificateEnd, listReplicas };
