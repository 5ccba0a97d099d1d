import type { Clock, Connection, LivePort, WriteTransaction } from '../../../platform';
import { createPeopleRepository, createUserRepository, identityWriteIn } from '../store';
import type { IdentityPorts } from '../store';
import { markDeleted } from './deletion-service';
import { saveUser } from './user-document';

/** Finds the e-mail address of a user; null for a user without an address and for an unknown uid. */
export const findEmail = async (knex: Connection, uid: string): Promise<string | null> =>
  (await createUserRepository(knex).find(uid))?.email ?? null;

/** State of an account for a moderator. */
export interface ModeratedAccount {
  /** Name that the user has chosen; empty without a name. */
  readonly displayName: string;
  readonly photoURL: string | null;
  /** State of the account: `active`; `disabled` by an operator; `deleted` while it waits for its erasure. */
  readonly state: 'active' | 'disabled' | 'deleted';
}

/** Finds the accounts of the registered users among these uids, by uid. */
export const findModeratedAccounts = async (
  knex: Connection,
  uids: readonly string[],
): Promise<ReadonlyMap<string, ModeratedAccount>> => {
  const disabledUids = await createUserRepository(knex).findDisabled(uids);
  const activeState = (isDeleted: boolean): ModeratedAccount['state'] => (isDeleted ? 'deleted' : 'active');
  return new Map(
    (await createPeopleRepository(knex).find(uids)).map(({ uid, displayName, photoURL, isDeleted }) => [
      uid,
      { displayName, photoURL, state: disabledUids.has(uid) ? 'disabled' : activeState(isDeleted) },
    ]),
  );
};

/** Actions of an operator or moderator on an account. Each action runs in the transaction that records the reason. */
export interface AccountModeration {
  /** Removes the profile picture with the URL `pictureUrl`. Returns false if the account no longer shows it. */
  removePicture(tx: WriteTransaction, uid: string, pictureUrl: string): Promise<boolean>;
  /**
   * Disables an account, ends its sessions and closes its open sockets. Returns false for an unknown account and for
   * one that is already disabled.
   */
  disable(tx: WriteTransaction, uid: string): Promise<boolean>;
  /**
   * Marks the account with this e-mail address as deleted, as its owner can do. Returns the time of its erasure in
   * epoch milliseconds; null for an unknown address and an account that is marked already.
   */
  deleteAccount(tx: WriteTransaction, email: string): Promise<number | null>;
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

  async deleteAccount(tx, email) {
    const identityRows = identityWriteIn(tx, ports);
    const user = await identityRows.users.findByEmail(email);
    return user === null || user.deletedAt !== null ? null : markDeleted(identityRows, user, { clock, live });
  },
});
