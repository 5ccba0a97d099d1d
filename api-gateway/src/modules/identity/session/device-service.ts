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
  /** Lists the signed-in devices of an account: the caller's own first, then those that were seen last. */
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
 * Returns the key by which responses name a session. It is computed from the key of the session's row, but the row's
 * key can't be computed from it: older gateways have stored a part of the cookie as the row's key.
 */
const deviceKeyOf = ({ rowId }: Pick<StoredDevice, 'rowId'>): string => secretFingerprintOf(`device ${rowId}`);

// Checks whether a device is the caller's own. Older gateways have stored the session's id unhashed, so both forms are
// compared.
const isOwnSession = ({ rowId }: Pick<StoredDevice, 'rowId'>, { sessionId }: DeviceOwner): boolean =>
  rowId === sessionRowIdOf(sessionId) || rowId === sessionId;

const presentDevice = ({ rowId, ...device }: StoredDevice, owner: DeviceOwner): SignedInDevice => ({
  ...device,
  key: deviceKeyOf({ rowId }),
  isCurrent: isOwnSession({ rowId }, owner),
});

/**
 * Creates the service of signed-in devices. When it ends a session, the session's next request is refused and its
 * sockets are closed.
 */
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
