import type { Connection } from './database';
import { readSetting } from './rows';

/** Setting with the real time until which gateways of the release before may use this database (migration 050). */
const EARLIER_RELEASE_SETTING = 'earlierReleaseUntil';

/**
 * Checks whether a gateway of the release before may still use this database, because an upgrade replaces one gateway
 * after the other. A database that this release has created never had one.
 */
export const mayEarlierReleaseRun = async (connection: Connection, realNow: number): Promise<boolean> =>
  Number((await readSetting(connection, EARLIER_RELEASE_SETTING)) ?? 0) > realNow;
