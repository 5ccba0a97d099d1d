import type { IdentityWrite } from './identity-store';
import type { StoredUser } from './stored-user';
import { presentUser } from './user-presenter';

/** Everybody's topic is `me` on the wire; in the change log each has his own. */
export const userLogName = (uid: string): string => `user/${uid}`;

/** Keeps a user and tells his open pages; the one way in which a user row is written. */
export const saveUser = async (rows: IdentityWrite, user: StoredUser, { isNew }: { readonly isNew: boolean }): Promise<void> => {
  await (isNew ? rows.users.insert(user) : rows.users.update(user));
  rows.record(userLogName(user.uid), { kind: 'put', collection: 'user', key: user.uid, value: presentUser(user) });
};
