import { machineProbes } from '..';
import type { DoctorProbes } from '..';

const DAY_MS = 86_400_000;
const GIGABYTE = 1024 ** 3;

/** Probes of this machine with a large disk and a valid certificate. */
export const healthyProbes: DoctorProbes = {
  ...machineProbes,
  readDisk: async () => ({ freeBytes: 30 * GIGABYTE, totalBytes: 100 * GIGABYTE }),
  listWeakHandshakes: async () => [],
  hasFullRights: async () => false,
  readCertificateEnd: async () => machineProbes.realNow() + 60 * DAY_MS,
};
