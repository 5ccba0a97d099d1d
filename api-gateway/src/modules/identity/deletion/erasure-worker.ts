import type { Clock, Database, LivePort, UserDataHolder, Worker } from '../../../platform';
import { createUserRepository } from '../user-repository';
import { GRACE_MS } from './deletion-rules';

const EVERY_MS = 60_000;

/** Few enough that no round takes long; the next one comes within a minute. */
const BATCH = 50;

/** What erasures take. */
export interface ErasureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly live: LivePort;
  /** Everybody who holds something of users; this module last, because the others hang on its row. */
  readonly holders: () => readonly UserDataHolder[];
}

/** Erases users whose 30 days are over, each in one write: all that is held of him goes, or nothing. */
export const createErasureWorker = ({ database, clock, live, holders }: ErasureDeps): Worker => {
  const erase = async (uid: string): Promise<void> => {
    await database.write(async (tx) => {
      const user = await createUserRepository(tx.knex).find(uid);
      // He may have come back since.
      if (user === null || user.deletedAt === null) return;
      for (const holder of holders()) await holder.erase(tx, { uid, email: user.email });
    });
    live.rightsChanged(uid);
  };

  return {
    name: 'identity/erasure',
    everyMs: EVERY_MS,
    async run() {
      const due = await createUserRepository(database.knex).findDeletedBefore(clock.now() - GRACE_MS, BATCH);
      const failures: unknown[] = [];
      for (const { uid } of due) {
        // One who can't be erased must not keep the others here; the next round tries again.
        await erase(uid).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${due.length} users could not be erased`);
    },
  };
};
