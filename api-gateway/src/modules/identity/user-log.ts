import { userLogName } from '../../platform';
import type { IdentityWrite } from './identity-store';
import type { StoredUser } from './stored-user';
import { presentUser } from './user-presenter';

/** Saves a user and records the change for their open pages; the one way in which a user row is written. */
export const saveUser = async (rows: IdentityWrite, user: StoredUser, { isNew }: { readonly isNew: boolean }): Promise<void> => {
  await (isNew ? rows.users.insert(user) : rows.users.update(user));
  rows.record(userLogName(user.uid), { kind: 'put', collection: 'user', key: user.uid, value: presentUser(user) });
};
