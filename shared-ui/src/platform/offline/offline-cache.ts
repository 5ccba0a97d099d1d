import type { Timers } from '../browser/clock';
import type { Observable } from '../events/observable';

/** Rows of one kind, for example the answers of one route. */
export interface RowGroup {
  readonly name: string;
  /** Number of rows that the group may have. The oldest are removed. */
  readonly maxRows: number;
}

/** Address of a row in the cache of one user. */
export interface RowId {
  readonly group: RowGroup;
  /** Name of the row, unique in its group. */
  readonly name: string;
}

/** Data for pages without a network. */
export interface CachedRow {
  /** Time at which the data were up to date; epoch milliseconds of the server's clock. */
  readonly cachedAt: number;
  /** Data that IndexedDB can store. Whoever reads it parses it, because another build may have stored it. */
  readonly value: unknown;
}

/** Change of one row: its new content, or null to remove it. */
export interface RowWrite extends RowId {
  readonly row: CachedRow | null;
}

/** Database of this browser for the rows of one user. Its functions reject where the browser refuses a database. */
export interface OfflineDatabase {
  read(owner: string, id: RowId): Promise<CachedRow | undefined>;
  /** Writes the rows of a user, and erases those of all others (A06). */
  write(owner: string, rowWrites: readonly RowWrite[]): Promise<void>;
  /** Erases the rows of all users. */
  erase(): Promise<void>;
}

/** Row of the cache that this page shows in place of an answer of the gateway. */
export interface ShownRow extends RowId {
  readonly cachedAt: number;
}

/** Data of the page's user that pages without a network show. Nothing of another user is ever found (A06). */
export interface OfflineCache {
  /** Sets the owner of all rows that follow. With null, nothing is stored or found. */
  setOwner(owner: string | null): void;
  /** Stores a row soon. `toValue` is called then, so that frequent changes cost nothing. */
  put(id: RowId, toValue: () => unknown): void;
  remove(id: RowId): void;
  find(id: RowId): Promise<CachedRow | undefined>;
  /** Erases everything, because its user has logged out. */
  erase(): void;
  /** Rows that this page shows because the gateway didn't answer. */
  readonly shown: Observable<readonly ShownRow[]>;
  addShown(id: RowId, row: CachedRow): void;
  /** Empties `shown`, because the gateway answers again. */
  clearShown(): void;
}

interface OfflineCacheDeps {
  /** Null for a page that stores nothing. */
  readonly database: OfflineDatabase | null;
  readonly timers: Timers;
  now(): number;
  readonly shown: OfflineCache['shown'] & { set(rows: readonly ShownRow[]): void };
}

/** Time in ms between a change and its write. Changes in this time are written together. */
const WRITE_DELAY_MS = 1_000;

const NO_SHOWN_ROWS: readonly ShownRow[] = [];

interface WaitingRow extends RowId {
  readonly cachedAt: number;
  /** Returns the value; null for a row that is removed. */
  readonly toValue: (() => unknown) | null;
}

const rowOf = ({ cachedAt, toValue }: WaitingRow): CachedRow | null =>
  toValue === null ? null : { cachedAt, value: toValue() };

/** Creates the cache of one page. Rows wait in memory before they are written together. */
export const createOfflineCache = ({ database, timers, now, shown }: OfflineCacheDeps): OfflineCache => {
  const waitingRows = new Map<string, WaitingRow>();
  let currentOwner: string | null = null;
  let stopWriteTimer: (() => void) | null = null;
  let lastTask: Promise<unknown> = Promise.resolve();

  /** Runs a task after all earlier ones. Resolves with undefined where the browser has no database. */
  const withDatabase = <T>(task: (openDatabase: OfflineDatabase) => Promise<T>): Promise<T | undefined> => {
    const runTask = async (): Promise<T | undefined> => {
      try {
        return database === null ? undefined : await task(database);
      } catch {
        // Private windows refuse databases, a full disk refuses rows. The app then works online alone.
        return undefined;
      }
    };
    const result = lastTask.then(runTask);
    lastTask = result;
    return result;
  };
  const writeWaitingRows = (): void => {
    stopWriteTimer = null;
    const owner = currentOwner;
    const rowWrites = [...waitingRows.values()].map((waitingRow) => ({ ...waitingRow, row: rowOf(waitingRow) }));
    waitingRows.clear();
    if (owner !== null) void withDatabase(({ write }) => write(owner, rowWrites));
  };
  const addWaitingRow = (id: RowId, toValue: WaitingRow['toValue']): void => {
    if (currentOwner === null || database === null) return;
    waitingRows.set(`${id.group.name} ${id.name}`, { ...id, cachedAt: now(), toValue });
    stopWriteTimer ??= timers.after(WRITE_DELAY_MS, writeWaitingRows);
  };
  const dropWaitingRows = (): void => {
    waitingRows.clear();
    stopWriteTimer?.();
    stopWriteTimer = null;
  };

  return {
    shown,
    setOwner(owner) {
      if (owner === currentOwner) return;
      currentOwner = owner;
      dropWaitingRows();
      shown.set(NO_SHOWN_ROWS);
    },
    put: addWaitingRow,
    remove: (id) => addWaitingRow(id, null),
    async find(id) {
      const owner = currentOwner;
      if (owner === null) return undefined;
      const waitingRow = waitingRows.get(`${id.group.name} ${id.name}`);
      if (waitingRow !== undefined) return rowOf(waitingRow) ?? undefined;
      const row = await withDatabase(({ read }) => read(owner, id));
      return currentOwner === owner ? row : undefined;
    },
    erase() {
      dropWaitingRows();
      void withDatabase(({ erase }) => erase());
    },
    addShown: ({ group, name }, { cachedAt }) =>
      shown.set([
        ...shown.get().filter((row) => row.group.name !== group.name || row.name !== name),
        { group, name, cachedAt },
      ]),
    clearShown: () => shown.set(NO_SHOWN_ROWS),
  };
};
