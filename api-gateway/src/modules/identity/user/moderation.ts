import type { Clock, Connection, LivePort, WriteTransaction } from '../../../platform';
import { createUserRepository, identityWriteIn } from '../store';
import type { IdentityPorts } from '../store';
import { saveUser } from './user-document';

/** Finds the e-mail address of a user; null for a user without an address and for an unknown uid. */
export const findEmail = async (knex: Connection, uid: string): Promise<string | null> =>
  (await createUserRepository(knex).find(uid))?.email ?? null;

/** Actions of an operator on an account. Each action runs in the transaction that records the operator's reason. */
export interface AccountModeration {
  /**
   * Removes the profile picture with the URL `pictureUrl`. Returns false if the account no longer shows this picture.
   */
  removePicture(tx: WriteTransaction, uid: string, pictureUrl: string): Promise<boolean>;
  /**
   * Disables an account, ends its sessions and closes its open sockets. Returns false for an unknown account and for
   * one that is already disabled.
   */
  disable(tx: WriteTransaction, uid: string): Promise<boolean>;
}

/** Creates the actions with which an operator moderates accounts. */
export const createAccountModeration = ({
  clock,
  live,
  ...ports
}: IdentityPorts & { readonly clock: Clock; readonly live: Pick<LivePort, 'rightsChanged'> }): AccountModeration => ({
  async removePicture(tx, uid, pictureUrl) {
    const identityRows = identityWriteIn(tx, ports);
    const user = await identityRows.users.find(uid);
    if (user === null || user.photoURL !== pictureUrl) return false;
    await identityRows.avatars.removeOf(uid);
    await saveUser(identityRows, { ...user, photoURL: null }, { isNew: false });
    return true;
  },

  async disable(tx, uid) {
    const identityRows = identityWriteIn(tx, ports);
    const user = await identityRows.users.find(uid);
    if (user === null || user.disabledAt !== null) return false;
    await saveUser(identityRows, { ...user, disabledAt: clock.now(), isVisible: false }, { isNew: false });
    await identityRows.sessions.endAllOf(uid, clock.realNow());
    live.rightsChanged(tx, uid);
    return true;
  },
});
