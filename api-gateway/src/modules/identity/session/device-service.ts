import { err, ok } from '@mahlzeit/contract';
import type { Result, SignedInDevice } from '@mahlzeit/contract';
import type { CallerSession, Clock, LivePort } from '../../../platform';
import { sessionRowIdOf } from '../store';
import type { IdentityStore, StoredDevice } from '../store';
import { isFreshProof } from '../user';
import { secretFingerprintOf } from './refresh-token';

interface DeviceServiceDeps {
  readonly store: IdentityStore;
  readonly clock: Clock;
  readonly live: Pick<LivePort, 'rightsChanged'>;
}

type DeviceOwner = Pick<CallerSession, 'uid' | 'sessionId'>;

/** Service of the devices that are signed in to a user's account. */
export interface DeviceService {
  /** Lists the devices: the caller's own first, then the last seen first. */
  list(owner: DeviceOwner): Promise<SignedInDevice[]>;
  /**
   * Ends the session of another device. Needs a fresh proof of the caller's identity: whoever has found an unlocked
   * phone must not shut its owner out elsewhere. Does nothing for an unknown key. Returns `notAllowed` for the caller's
   * own device.
   */
  end(
    caller: CallerSession,
    deviceKey: string,
  ): Promise<Result<Record<never, never>, 'reauthenticationRequired' | 'notAllowed'>>;
  /** Ends the sessions of all other devices. Needs a fresh proof of the caller's identity. */
  endOthers(caller: CallerSession): Promise<Result<Record<never, never>, 'reauthenticationRequired'>>;
}

/**
 * Key by which answers name a session. It follows from the key of the session's row, but not the other way round, so
 * nobody who reads an answer learns the key of a row, or a part of a cookie for rows of older gateways.
 */
const deviceKeyOf = ({ rowId }: Pick<StoredDevice, 'rowId'>): string => secretFingerprintOf(`device ${rowId}`);

// Older gateways stored the id as it is.
const isOwnSession = ({ rowId }: Pick<StoredDevice, 'rowId'>, { sessionId }: DeviceOwner): boolean =>
  rowId === sessionRowIdOf(sessionId) || rowId === sessionId;

const presentDevice = ({ rowId, ...device }: StoredDevice, owner: DeviceOwner): SignedInDevice => ({
  ...device,
  key: deviceKeyOf({ rowId }),
  isCurrent: isOwnSession({ rowId }, owner),
});

/** Creates the service. An ended session ends everywhere: its next request is refused, and its sockets are closed. */
export const createDeviceService = ({ store, clock, live }: DeviceServiceDeps): DeviceService => ({
  async list(owner) {
    const storedDevices = await store.read(({ devices }) => devices.listOf(owner.uid, clock.realNow()));
    return storedDevices
      .map((storedDevice) => presentDevice(storedDevice, owner))
      .toSorted((first, second) => Number(second.isCurrent) - Number(first.isCurrent));
  },

  async end(caller, deviceKey) {
    if (!isFreshProof(caller.authTime, clock.realNow())) return err('reauthenticationRequired');
    return store.write(async (identityRows) => {
      const openDevices = await identityRows.devices.listOf(caller.uid, clock.realNow());
      const device = openDevices.find((openDevice) => deviceKeyOf(openDevice) === deviceKey);
      if (device === undefined) return ok({});
      if (isOwnSession(device, caller)) return err('notAllowed');
      await identityRows.sessions.end(device.rowId, clock.realNow());
      live.rightsChanged(identityRows, caller.uid);
      return ok({});
    });
  },

  async endOthers({ uid, sessionId, authTime }) {
    if (!isFreshProof(authTime, clock.realNow())) return err('reauthenticationRequired');
    return store.write(async (identityRows) => {
      await identityRows.sessions.endAllOf(uid, clock.realNow(), sessionId);
      live.rightsChanged(identityRows, uid);
      return ok({});
    });
  },
});
