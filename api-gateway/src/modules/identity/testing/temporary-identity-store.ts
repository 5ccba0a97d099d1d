import type { WriteTransaction } from '../../../platform';
import { openTemporaryDatabase } from '../../../platform/testing/temporary-database';
import type { TemporaryDatabase } from '../../../platform/testing/temporary-database';
import { createIdentityStore } from '../store/identity-store';
import type { IdentityStore } from '../store/identity-store';

const openDatabases: Promise<TemporaryDatabase>[] = [];

afterEach(async () => {
  for (const databasePromise of openDatabases.splice(0)) await (await databasePromise).remove();
});

/** Arguments of the `record` calls, by which writes change live topics. */
type RecordedOps = Parameters<WriteTransaction['record']>[];

/**
 * Creates an identity store on a temporary database. The database opens at the first query and is removed after the
 * test.
 */
export const createTemporaryIdentityStore = (
  realNow: () => number,
): IdentityStore & { readonly recorded: RecordedOps } => {
  const recordedOps: RecordedOps = [];
  const recordingTransaction = (tx: WriteTransaction): WriteTransaction => ({
    ...tx,
    record(...op) {
      recordedOps.push(op);
      tx.record(...op);
    },
  });

  const openStore = async (): Promise<IdentityStore> => {
    const databasePromise = openTemporaryDatabase(realNow);
    openDatabases.push(databasePromise);
    const { database } = await databasePromise;
    return createIdentityStore({
      database: { ...database, write: (work) => database.write((tx) => work(recordingTransaction(tx))) },
      outbox: { enqueue: async () => {} },
      onPersonChanged: async () => {},
    });
  };

  let store: Promise<IdentityStore> | null = null;
  const openedStore = (): Promise<IdentityStore> => (store ??= openStore());
  return {
    recorded: recordedOps,
    read: async (work) => (await openedStore()).read(work),
    write: async (work) => (await openedStore()).write(work),
    findCaller: async (sessionId) => (await openedStore()).findCaller(sessionId),
  };
};
