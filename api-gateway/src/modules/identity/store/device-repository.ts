import { DeviceKind } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** Description of a session's browser by which its owner recognises it; null for each part that is unknown. */
export interface SessionDevice {
  /** Name of the browser without a version. */
  readonly browser: string | null;
  /** Name of the operating system without a version. */
  readonly system: string | null;
  readonly kind: DeviceKind | null;
  /** Country of the network as its code of ISO 3166-1, for example `DE`. */
  readonly country: string | null;
}

/** An open session with its browser. */
export interface StoredDevice extends SessionDevice {
  /** Key of the session's row. */
  readonly rowId: string;
  /**
   * Time at which the session was last seen, from the gateway's clock, which tests can move; null if it wasn't seen
   * since its start.
   */
  readonly lastSeenAt: number | null;
}

/** A device, and the time by the gateway's clock at which it was seen. */
export interface SeenDevice {
  readonly device: SessionDevice;
  readonly now: number;
}

/** Repository of the devices of open sessions. They are columns of the sessions, so they are removed with them. */
export interface DeviceRepository {
  /**
   * Stores that the device of a session was seen. Does nothing for a session that was seen less than an hour before.
   */
  markSeen(rowId: string, seenDevice: SeenDevice): Promise<void>;
  /** Lists the open sessions of a user, the last seen first. */
  listOf(uid: string, realNow: number): Promise<StoredDevice[]>;
}

interface DeviceRow {
  readonly id: string;
  readonly uid: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly device_kind: string | null;
  readonly country: string | null;
  readonly last_seen_at: number | string | null;
  readonly expires_at: number | string;
  readonly ended_at: number | string | null;
}

const deviceOf = (deviceRow: DeviceRow): StoredDevice => ({
  rowId: deviceRow.id,
  browser: deviceRow.browser,
  system: deviceRow.system,
  kind: deviceRow.device_kind === null ? null : DeviceKind.parse(deviceRow.device_kind),
  country: deviceRow.country,
  lastSeenAt: deviceRow.last_seen_at === null ? null : Number(deviceRow.last_seen_at),
});

/**
 * Minimum time between two updates of the last-seen time of a session, in milliseconds: people don't need to know it
 * more exactly.
 */
const SEEN_INTERVAL_MS = 60 * 60_000;

/** Creates the repository of devices. With the connection of a transaction, all its queries run in that transaction. */
export const createDeviceRepository = (databaseConnection: Connection): DeviceRepository => {
  const knex = knexOf(databaseConnection);
  const queryDevices = () => knex<DeviceRow>('session');
  return {
    async markSeen(rowId, { device, now }) {
      await queryDevices()
        .where({ id: rowId })
        // Also updates a time that lies in the future: it was stored before a test moved the clock back.
        .where((isDue) => {
          void isDue
            .whereNull('last_seen_at')
            .orWhere('last_seen_at', '<=', now - SEEN_INTERVAL_MS)
            .orWhere('last_seen_at', '>', now);
        })
        .update({
          browser: device.browser,
          system: device.system,
          device_kind: device.kind,
          country: device.country,
          last_seen_at: now,
        });
    },
    async listOf(uid, realNow) {
      const deviceRows = await queryDevices().where({ uid, ended_at: null }).where('expires_at', '>', realNow);
      return deviceRows.map(deviceOf).toSorted((first, second) => (second.lastSeenAt ?? 0) - (first.lastSeenAt ?? 0));
    },
  };
};
