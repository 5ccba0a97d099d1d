import type { Connection } from './database';
import { readSetting, writeSetting } from './rows';

/** Setting with the real time until which gateways of the release before may use this database. */
const EARLIER_RELEASE_SETTING = 'earlierReleaseUntil';

/** Value that migration 050 writes. The first gateway of this release replaces it by a time. */
const PENDING = 'pending';

/** Real milliseconds within which an upgrade replaces all gateways of the release before. */
const UPGRADE_MS = 60 * 60_000;

/**
 * Checks whether a gateway of the release before may still use this database, because an upgrade replaces one gateway
 * after the other. A database that this release has created never had one.
 */
export const mayEarlierReleaseRun = async (connection: Connection, realNow: number): Promise<boolean> => {
  const until = await readSetting(connection, EARLIER_RELEASE_SETTING);
  return until !== null && (until === PENDING || Number(until) > realNow);
};

/** Sets the end of an upgrade that has just begun. Runs in the write of a gateway that starts. */
export const beginUpgrade = async (connection: Connection, realNow: number): Promise<void> => {
  if ((await readSetting(connection, EARLIER_RELEASE_SETTING)) === PENDING)
    await writeSetting(connection, EARLIER_RELEASE_SETTING, String(realNow + UPGRADE_MS));
};
