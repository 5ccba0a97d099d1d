import type { Clock, Connection, LivePort, WriteTransaction } from '../../../platform';
import { createUserRepository, identityWriteIn } from '../store';
import type { IdentityPorts } from '../store';
import { saveUser } from './user-document';

/** The address of somebody who is to be mailed; null where they have none or are gone. */
export const findEmail = async (knex: Connection, uid: string): Promise<string | null> =>
  (await createUserRepository(knex).find(uid))?.email ?? null;

/** What whoever runs the gateways may do about an account, inside the write that says why. */
export interface AccountModeration {
  /** Takes the profile picture of that address away; false where it isn't shown any more. */
  removePicture(tx: WriteTransaction, uid: string, address: string): Promise<boolean>;
  /**
   * Lets nobody in under an account any more and ends its sessions, open sockets too; false where nobody has it, or it
   * is disabled already.
   */
  disable(tx: WriteTransaction, uid: string): Promise<boolean>;
}

/** Moderation of accounts. */
export const createAccountModeration = ({
  clock,
  live,
  ...ports
}: IdentityPorts & { readonly clock: Clock; readonly live: Pick<LivePort, 'rightsChanged'> }): AccountModeration => ({
  async removePicture(tx, uid, address) {
    const rows = identityWriteIn(tx, ports);
    const user = await rows.users.find(uid);
    if (user === null || user.photoURL !== address) return false;
    await rows.avatars.removeOf(uid);
    await saveUser(rows, { ...user, photoURL: null }, { isNew: false });
    return true;
  },

  async disable(tx, uid) {
    const rows = identityWriteIn(tx, ports);
    const user = await rows.users.find(uid);
    if (user === null || user.disabledAt !== null) return false;
    await saveUser(rows, { ...user, disabledAt: clock.now(), isVisible: false }, { isNew: false });
    await rows.sessions.endAllOf(uid, clock.realNow());
    live.rightsChanged(tx, uid);
    return true;
  },
});
