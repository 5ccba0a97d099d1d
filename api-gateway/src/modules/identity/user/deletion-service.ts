import { err, ok } from '@mahlzeit/contract';
import type { Result, User } from '@mahlzeit/contract';
import type {
  CallerSession,
  Clock,
  Database,
  LivePort,
  PersonalDataProvider,
  PeriodicJob,
  WriteTransaction,
} from '../../../platform';
import { createUserRepository } from '../store';
import type { IdentityStore, IdentityTransaction, StoredUser } from '../store';
import { presentUser, saveUser } from './user-document';
import { mayDeleteAccount } from './user-policy';
import { erasedAtOf, DELETION_GRACE_MS, isErasureDue } from './user-rules';

export interface DeletionServiceDeps {
  readonly store: IdentityStore;
  readonly clock: Clock;
  readonly live: Pick<LivePort, 'rightsChanged'>;
}

/** Service that deletes accounts, and restores them within 30 days. */
export interface DeletionService {
  deleteAccount(
    callerSession: CallerSession,
  ): Promise<Result<Record<never, never>, 'unauthenticated' | 'reauthenticationRequired'>>;
  restore(uid: string, isVisible: boolean): Promise<Result<User, 'unauthenticated' | 'notDeleted'>>;
}

/** Marks an account for erasure, ends its sessions and tells its owner. Returns the time of the erasure. */
export const markDeleted = async (
  identityRows: IdentityTransaction,
  user: StoredUser,
  { clock, live }: Pick<DeletionServiceDeps, 'clock' | 'live'>,
): Promise<number> => {
  const deletionTime = clock.now();
  const erasedAt = erasedAtOf(deletionTime);
  await saveUser(identityRows, { ...user, deletedAt: deletionTime, isVisible: false }, { isNew: false });
  await identityRows.sessions.endAllOf(user.uid, clock.realNow());
  live.rightsChanged(identityRows, user.uid);
  if (user.email !== null) await identityRows.mail({ kind: 'accountDeleted', to: user.email, erasedAt });
  return erasedAt;
};

/**
 * Creates the service that marks accounts for erasure and restores them. The erasure job removes marked accounts later.
 */
export const createDeletionService = ({ store, clock, live }: DeletionServiceDeps): DeletionService => ({
  async deleteAccount(callerSession) {
    const { uid } = callerSession;
    if (!mayDeleteAccount(callerSession, clock.realNow())) return err('reauthenticationRequired');
    return store.write(async (identityRows) => {
      const user = await identityRows.users.find(uid);
      if (user === null) return err('unauthenticated');
      await markDeleted(identityRows, user, { clock, live });
      return ok({});
    });
  },

  restore: (uid, isVisible) =>
    store.write(async (identityRows) => {
      const user = await identityRows.users.find(uid);
      if (user === null || isErasureDue(user.deletedAt, clock.now())) return err('unauthenticated');
      if (user.deletedAt === null) return err('notDeleted');
      // Restores the account, whichever answer the dialog gets: the answer only decides whether the account is visible
      // (A09).
      const restoredUser = { ...user, deletedAt: null, isVisible };
      await saveUser(identityRows, restoredUser, { isNew: false });
      live.rightsChanged(identityRows, uid);
      if (user.email !== null) await identityRows.mail({ kind: 'accountRestored', to: user.email });
      return ok(presentUser(restoredUser));
    }),
});

const ERASURE_INTERVAL_MS = 60_000;

/** Maximum number of users that one run erases. It keeps each run short; the next run starts within a minute. */
const ERASURE_BATCH_SIZE = 50;

export interface ErasureDeps {
  readonly database: Database;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  /**
   * Providers of the personal data of all modules. Identity is the last one, because rows of other modules reference
   * identity's rows.
   */
  readonly dataProviders: () => readonly PersonalDataProvider[];
}

const eraseUser = async (
  tx: WriteTransaction,
  { uid, email }: StoredUser,
  { live, dataProviders }: Pick<ErasureDeps, 'live' | 'dataProviders'>,
): Promise<void> => {
  for (const dataProvider of dataProviders()) await dataProvider.erase(tx, { uid, email });
  live.rightsChanged(tx, uid);
};

/**
 * Type of the function that erases the account of a user who declines the privacy policy before ever accepting one. It
 * returns `notAllowed` for other accounts.
 */
export type DeclinePolicy = (uid: string) => Promise<Result<Record<never, never>, 'unauthenticated' | 'notAllowed'>>;

/** Creates the function that erases a user who declines the privacy policy. */
export const createDeclinePolicy =
  ({ database, ...erasure }: ErasureDeps): DeclinePolicy =>
  (uid) =>
    database.write(async (tx) => {
      const user = await createUserRepository(tx.knex).find(uid);
      if (user === null) return err('unauthenticated');
      // Refuses other accounts: only the sign-in at a third party creates an account without asking for the privacy
      // policy first.
      if (user.thirdParty === null || user.policyAccepted !== null) return err('notAllowed');
      await eraseUser(tx, user, erasure);
      return ok({});
    });

/**
 * Creates the job that erases users 30 days after they deleted their account. Each user is erased in one transaction,
 * so that either all or none of their data is removed.
 */
export const createErasureJob = ({
  database,
  clock,
  ...erasure
}: ErasureDeps & { readonly clock: Clock }): PeriodicJob => {
  const erasePerson = async (uid: string): Promise<void> => {
    await database.write(async (tx) => {
      const user = await createUserRepository(tx.knex).find(uid);
      // Skips a user who has restored the account since the job found it.
      if (user === null || user.deletedAt === null) return;
      await eraseUser(tx, user, erasure);
    });
  };

  return {
    name: 'identity/erasure',
    everyMs: ERASURE_INTERVAL_MS,
    clock: 'domain',
    async run() {
      const dueUsers = await createUserRepository(database.knex).findDeletedBefore(
        clock.now() - DELETION_GRACE_MS,
        ERASURE_BATCH_SIZE,
      );
      const erasureErrors: unknown[] = [];
      for (const { uid } of dueUsers) {
        // Collects the error if the erasure of one user fails, so that the job still erases the other users. The next
        // run tries the failed user again.
        await erasePerson(uid).catch((error: unknown) => erasureErrors.push(error));
      }
      if (erasureErrors.length > 0)
        throw new AggregateError(
          erasureErrors,
          `${erasureErrors.length} of ${dueUsers.length} users could not be erased`,
        );
    },
  };
};
