import { err, ok } from '@mahlzeit/contract';
import type { Result, User, UserChanges } from '@mahlzeit/contract';
import type { Clock } from '../../platform';
import type { IdentityStore } from './identity-store';
import { changedUser } from './profile-rules';
import { saveUser } from './user-log';
import { presentUser } from './user-presenter';

export interface ProfileServiceDeps {
  readonly store: IdentityStore;
  readonly clock: Clock;
  /** Version of the policy that stands now. */
  policyVersion(): Promise<number>;
}

/** A user's own document. */
export interface ProfileService {
  read(uid: string): Promise<Result<User, 'unauthenticated'>>;
  change(uid: string, changes: UserChanges): Promise<Result<User, 'unauthenticated' | 'registrationRequired' | 'ErrorNameIdentical'>>;
}

/** Reads and changes the own document; each change is told to the user's open pages. */
export const createProfileService = ({ store, clock, policyVersion }: ProfileServiceDeps): ProfileService => ({
  async read(uid) {
    const user = await store.read((rows) => rows.users.find(uid));
    return user === null ? err('unauthenticated') : ok(presentUser(user));
  },

  async change(uid, changes) {
    const facts = { policyVersion: await policyVersion(), now: clock.now() };
    return store.write(async (rows) => {
      const user = await rows.users.find(uid);
      if (user === null) return err('unauthenticated');
      const changed = changedUser(user, changes, facts);
      if (!changed.ok) return changed;
      await saveUser(rows, changed.value, { isNew: false });
      return ok(presentUser(changed.value));
    });
  },
});
