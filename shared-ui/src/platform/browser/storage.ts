/**
 * Function that returns `localStorage` or `sessionStorage`. It is called at each use, because accessing a storage that
 * the browser blocks throws an error.
 */
export type BrowserStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Access to one text in the browser's storage. */
export interface StoredTextEntry {
  /** Returns the text; null when nothing is stored or the browser blocks its storage. */
  read(): string | null;
  /** Stores a text. Returns false when the browser's storage is blocked or full. */
  write(text: string): boolean;
  remove(): void;
}

const tryOrFallback = <T>(storageAction: () => T, fallback: T): T => {
  try {
    return storageAction();
  } catch {
    // The browser's storage is blocked or full. The page works without it.
    return fallback;
  }
};

/** Returns the access to a text in the browser's storage. Its functions never throw. */
export const createStoredText = (storage: BrowserStorage, storageKey: string): StoredTextEntry => ({
  read: () => tryOrFallback(() => storage().getItem(storageKey), null),
  write: (nextText) =>
    tryOrFallback(() => {
      storage().setItem(storageKey, nextText);
      return true;
    }, false),
  remove: () => tryOrFallback(() => storage().removeItem(storageKey), undefined),
});

/** Parses a stored JSON text. Returns null when there is no text, or when it isn't valid JSON. */
export const parseStored = (storedJson: string | null): unknown =>
  tryOrFallback<unknown>(() => JSON.parse(storedJson ?? 'null'), null);

/** Whether a stored value is an object. The caller must still check the values of its fields. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const USER_KEY_PREFIX = 'mahlzeit.user.';

/**
 * Returns the storage key of a value that belongs to one user. The shell deletes the value when another user uses the
 * browser (A06).
 */
export const userStorageKey = (uid: string, entryName: string): string => `${USER_KEY_PREFIX}${uid}.${entryName}`;

/** Name under which the writes that wait for the network are stored, with `userStorageKey`. */
export const WAITING_WRITES = 'waitingWrites';

/** Deletes the values that other users have stored under `userStorageKey`. */
export const eraseOtherUsers = (storage: () => Pick<Storage, 'length' | 'key' | 'removeItem'>, uid: string): void =>
  tryOrFallback(() => {
    const currentStorage = storage();
    const storageKeys = Array.from({ length: currentStorage.length }, (_, index) => currentStorage.key(index) ?? '');
    for (const storageKey of storageKeys)
      if (storageKey.startsWith(USER_KEY_PREFIX) && !storageKey.startsWith(userStorageKey(uid, '')))
        currentStorage.removeItem(storageKey);
  }, undefined);
