import type { Connection } from './database';
import { readSetting, writeSetting } from './rows';

/** Name of the setting with the real time until which gateways of the previous release may use this database. */
const EARLIER_RELEASE_SETTING = 'earlierReleaseUntil';

/** Value of the setting that migration 050 writes. The first gateway of this release replaces it by a time. */
const PENDING = 'pending';

/** Real milliseconds within which an upgrade must have replaced all gateways of the previous release. */
const MAX_UPGRADE_MS = 60 * 60_000;

/**
 * Checks whether a gateway of the previous release may still use this database, because an upgrade replaces one gateway
 * after the other. Always false for a database that this release has created.
 */
export const mayEarlierReleaseRun = async (connection: Connection, realNow: number): Promise<boolean> => {
  const allowedUntil = await readSetting(connection, EARLIER_RELEASE_SETTING);
  return allowedUntil !== null && (allowedUntil === PENDING || Number(allowedUntil) > realNow);
};

/** Stores the time at which an upgrade that has just begun must end. Runs in a write of a starting gateway. */
export const beginUpgrade = async (connection: Connection, realNow: number): Promise<void> => {
  if ((await readSetting(connection, EARLIER_RELEASE_SETTING)) === PENDING)
    await writeSetting(connection, EARLIER_RELEASE_SETTING, String(realNow + MAX_UPGRADE_MS));
};
