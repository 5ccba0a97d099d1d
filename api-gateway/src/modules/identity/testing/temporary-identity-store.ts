import type { WriteTransaction } from '../../../platform';
import { openTemporaryDatabase } from '../../../platform/testing/temporary-database';
import type { TemporaryDatabase } from '../../../platform/testing/temporary-database';
import { createIdentityStore } from '../store/identity-store';
import type { IdentityStore } from '../store/identity-store';

const openDatabases: Promise<TemporaryDatabase>[] = [];

afterEach(async () => {
  for (const opening of openDatabases.splice(0)) await (await opening).remove();
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
    const opening = openTemporaryDatabase(realNow);
    openDatabases.push(opening);
    const { database } = await opening;
    return createIdentityStore({
      database: { ...database, write: (work) => database.write((tx) => work(recordingTransaction(tx))) },
      outbox: { enqueue: async () => {} },
      onPersonChanged: async () => {},
    });
  };

  let store: Promise<IdentityStore> | null = null;
  const whenOpen = (): Promise<IdentityStore> => (store ??= openStore());
  return {
    recorded: recordedOps,
    read: async (work) => (await whenOpen()).read(work),
    write: async (work) => (await whenOpen()).write(work),
    findCaller: async (sessionId) => (await whenOpen()).findCaller(sessionId),
  };
};
