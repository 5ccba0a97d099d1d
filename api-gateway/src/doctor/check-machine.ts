import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import texts from '../../locales/de.json';
import type { GatewayConfig } from '../platform/config/config';
import { errorCodeOf } from '../platform/errors';
import { fillText } from '../platform/escape';
import { isOpenToOthers } from '../startup';
import type { DiskSpace, DoctorProbes } from './probes';

const GIGABYTE = 1024 ** 3;

/** Share of free space below which a disk counts as nearly full, unless the space lasts for months. */
const LOW_FREE_SHARE = 0.1;
const AMPLE_FREE_BYTES = 20 * GIGABYTE;

const isNearlyFull = ({ freeBytes, totalBytes }: DiskSpace): boolean =>
  freeBytes < AMPLE_FREE_BYTES && freeBytes < totalBytes * LOW_FREE_SHARE;

const describeDisk = (folder: string, { freeBytes, totalBytes }: DiskSpace): string =>
  fillText(texts.doctorDiskNearlyFull, {
    folder,
    percent: Math.round((1 - freeBytes / totalBytes) * 100),
    free: (freeBytes / GIGABYTE).toFixed(1).replace('.', ','),
  });

/** Returns the reason why the gateway can't use a folder; null for a usable folder. */
const findFolderProblem = async (folder: string): Promise<string | null> => {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return (await stat(folder)).isDirectory() ? null : 'ENOTDIR';
  } catch (error) {
    return errorCodeOf(error) ?? String(error);
  }
};

/** Checks the data folder and its disk. Returns a sentence about each problem that says what to do first. */
export const checkMachine = async (
  { dataDir, stage }: Pick<GatewayConfig, 'dataDir' | 'stage'>,
  { readDisk }: Pick<DoctorProbes, 'readDisk'>,
): Promise<readonly string[]> => {
  const folderProblem = await findFolderProblem(dataDir);
  if (folderProblem !== null) return [fillText(texts.doctorFolderUnusable, { folder: dataDir, reason: folderProblem })];
  const diskSpace = await readDisk(dataDir);
  return [
    ...(isNearlyFull(diskSpace) ? [describeDisk(dataDir, diskSpace)] : []),
    // Doesn't check the folder's permissions in development, where the folder holds only data of invented people.
    ...(stage !== 'dev' && isOpenToOthers(dataDir) ? [fillText(texts.doctorFolderOpen, { folder: dataDir })] : []),
  ];
};
