import { err, ok } from '@mahlzeit/contract';
import type { Result, User } from '@mahlzeit/contract';
import type { CallerSession, Clock } from '../../../platform';
import type { IdentityStore } from '../identity-store';
import { saveUser } from '../user-log';
import { presentUser } from '../user-presenter';
import { erasedAtOf, isFreshProof, isGraceOver } from './deletion-rules';

export interface DeletionServiceDeps {
  readonly store: IdentityStore;
  readonly clock: Clock;
}

/** Leaving, and coming back within 30 days. */
export interface DeletionService {
  leave(caller: CallerSession): Promise<Result<Record<never, never>, 'unauthenticated' | 'reauthenticationRequired'>>;
  restore(uid: string, isVisible: boolean): Promise<Result<User, 'unauthenticated' | 'notDeleted'>>;
}

/** Marks accounts for their erasure and takes that back; the erasure itself is a job's. */
export const createDeletionService = ({ store, clock }: DeletionServiceDeps): DeletionService => ({
  async leave({ uid, authTime }) {
    if (!isFreshProof(authTime, clock.realNow())) return err('reauthenticationRequired');
    return store.write(async (rows) => {
      const user = await rows.users.find(uid);
      if (user === null) return err('unauthenticated');
      const deletedAt = clock.now();
      await saveUser(rows, { ...user, deletedAt, isVisible: false }, { isNew: false });
      await rows.sessions.endAllOf(uid, clock.realNow());
      if (user.email !== null) await rows.mail({ kind: 'accountDeleted', to: user.email, erasedAt: erasedAtOf(deletedAt) });
      return ok({});
    });
  },

  restore: (uid, isVisible) => store.write(async (rows) => {
    const user = await rows.users.find(uid);
    if (user === null || isGraceOver(user.deletedAt, clock.now())) return err('unauthenticated');
    if (user.deletedAt === null) return err('notDeleted');
    // A09: both answers to the question restore; they only say who finds the user.
    const restored = { ...user, deletedAt: null, isVisible };
    await saveUser(rows, restored, { isNew: false });
    if (user.email !== null) await rows.mail({ kind: 'accountRestored', to: user.email });
    return ok(presentUser(restored));
  }),
});
