import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { CachedRow, OfflineDatabase, RowGroup } from './offline-cache';

interface StoredRow extends CachedRow {
  readonly owner: string;
  readonly group: string;
  readonly name: string;
}

interface OfflineSchema extends DBSchema {
  readonly rows: {
    readonly key: [owner: string, group: string, name: string];
    readonly value: StoredRow;
    readonly indexes: { readonly byAge: [owner: string, group: string, cachedAt: number] };
  };
}

/** Name of the database. The gateway's worker that removes itself deletes it, too. */
const DATABASE_NAME = 'mahlzeit-offline';

/** Greatest key below a prefix: IndexedDB orders arrays after texts and numbers. */
const LAST: [] = [];

/** Opens the database at its first use. Gives way to a newer version of itself, or to its deletion, in another tab. */
const createConnection = (): (() => Promise<IDBPDatabase<OfflineSchema>>) => {
  let connection: Promise<IDBPDatabase<OfflineSchema>> | null = null;
  const forgetConnection = (): void => void (connection = null);
  return () =>
    (connection ??= openDB<OfflineSchema>(DATABASE_NAME, 1, {
      upgrade(database) {
        const rows = database.createObjectStore('rows', { keyPath: ['owner', 'group', 'name'] });
        rows.createIndex('byAge', ['owner', 'group', 'cachedAt']);
      },
      blocking(_currentVersion, _blockedVersion, { target }) {
        forgetConnection();
        if (target instanceof IDBDatabase) target.close();
      },
      terminated: forgetConnection,
    }));
};

/** Creates the access to the database of this browser. Rejects where the browser refuses a database. */
export const createOfflineDatabase = (): OfflineDatabase => {
  const openConnection = createConnection();
  return {
    async read(owner, { group, name }) {
      return (await openConnection()).get('rows', [owner, group.name, name]);
    },
    async write(owner, rowWrites) {
      const transaction = (await openConnection()).transaction('rows', 'readwrite');
      const { store } = transaction;
      // A06: a departed user leaves nothing behind, even if they never logged out.
      await store.delete(IDBKeyRange.upperBound([owner], true));
      await store.delete(IDBKeyRange.lowerBound([owner, LAST]));
      const groups = new Map<string, RowGroup>();
      for (const { group, name, row } of rowWrites) {
        groups.set(group.name, group);
        // One row after the other, so that copying many of them never takes long at once.
        if (row === null) await store.delete([owner, group.name, name]);
        else await store.put({ ...row, owner, group: group.name, name });
      }
      for (const { name, maxRows } of groups.values()) {
        const rowsByAge = store.index('byAge');
        const rowsOfGroup = IDBKeyRange.bound([owner, name], [owner, name, LAST]);
        let excessCount = (await rowsByAge.count(rowsOfGroup)) - maxRows;
        let cursor = excessCount > 0 ? await rowsByAge.openCursor(rowsOfGroup) : null;
        while (cursor !== null && excessCount > 0) {
          await cursor.delete();
          excessCount -= 1;
          cursor = await cursor.continue();
        }
      }
      await transaction.done;
    },
    async erase() {
      await (await openConnection()).clear('rows');
    },
  };
};
