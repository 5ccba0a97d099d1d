import type { Clock, Database, LivePort, PersonalDataProvider, Worker } from '../../../platform';
import { createUserRepository } from '../user-repository';
import { GRACE_MS } from './deletion-rules';

const EVERY_MS = 60_000;

/** Few enough that no round takes long; the next one comes within a minute. */
const BATCH = 50;

export interface ErasureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly live: LivePort;
  /** All modules that store personal data; identity last, because the rows of the others reference its own. */
  readonly dataProviders: () => readonly PersonalDataProvider[];
}

/** Erases users whose 30 days are over, each in one write: everything that is stored of them goes, or nothing. */
export const createErasureWorker = ({ database, clock, live, dataProviders }: ErasureDeps): Worker => {
  const erase = async (uid: string): Promise<void> => {
    await database.write(async (tx) => {
      const user = await createUserRepository(tx.knex).find(uid);
      // They may have come back since.
      if (user === null || user.deletedAt === null) return;
      for (const provider of dataProviders()) await provider.erase(tx, { uid, email: user.email });
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
