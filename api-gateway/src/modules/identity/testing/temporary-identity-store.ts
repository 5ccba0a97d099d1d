import type { WriteTransaction } from '../../../platform';
import { openTemporaryDatabase } from '../../../platform/testing/temporary-database';
import type { TemporaryDatabase } from '../../../platform/testing/temporary-database';
import { createIdentityStore } from '../store/identity-store';
import type { IdentityStore } from '../store/identity-store';

const openDatabases: Promise<TemporaryDatabase>[] = [];

afterEach(async () => {
  for (const databasePromise of openDatabases.splice(0)) await (await databasePromise).remove();
});

/** Arguments of the calls of `record`, by which transactions change live topics. */
type RecordedOps = Parameters<WriteTransaction['record']>[];

/**
 * Creates an identity store for a test, on a temporary database. The database opens at the first query and is removed
 * after the test.
 */
export const createTemporaryIdentityStore = (
  currentRealTime: () => number,
): IdentityStore & { readonly recorded: RecordedOps } => {
  const recordedOps: RecordedOps = [];
  const recordingTransaction = (tx: WriteTransaction): WriteTransaction => ({
    ...tx,
    record(...recordedOp) {
      recordedOps.push(recordedOp);
      tx.record(...recordedOp);
    },
  });

  const openStore = async (): Promise<IdentityStore> => {
    const databasePromise = openTemporaryDatabase(currentRealTime);
    openDatabases.push(databasePromise);
    const { database } = await databasePromise;
    return createIdentityStore({
      database: {
        ...database,
        write: (databaseWork) => database.write((tx) => databaseWork(recordingTransaction(tx))),
      },
      outbox: { enqueue: async () => {} },
      onPersonChanged: async () => {},
    });
  };

  let storePromise: Promise<IdentityStore> | null = null;
  const ensureOpenStore = (): Promise<IdentityStore> => (storePromise ??= openStore());
  return {
    recorded: recordedOps,
    read: async (databaseWork) => (await ensureOpenStore()).read(databaseWork),
    write: async (databaseWork) => (await ensureOpenStore()).write(databaseWork),
    findCaller: async (sessionId) => (await ensureOpenStore()).findCaller(sessionId),
  };
};
