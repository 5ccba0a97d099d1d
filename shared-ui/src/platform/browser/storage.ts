/**
 * Function that returns `localStorage` or `sessionStorage`. It is called at each use, because accessing a storage that
 * the browser blocks throws an error.
 */
export type BrowserStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Access to one text in the browser's storage. */
export interface StoredText {
  /** Returns the text; null when nothing is stored or the browser blocks its storage. */
  read(): string | null;
  /** Stores a text. Returns false when the browser's storage is blocked or full. */
  write(text: string): boolean;
  remove(): void;
}

const tryOrFallback = <T>(action: () => T, fallback: T): T => {
  try {
    return action();
  } catch {
    // The storage is blocked or full. The page works without it.
    return fallback;
  }
};

/** Returns the access to a text in the browser's storage. Its functions never throw. */
export const storedText = (storage: BrowserStorage, key: string): StoredText => ({
  read: () => tryOrFallback(() => storage().getItem(key), null),
  write: (text) =>
    tryOrFallback(() => {
      storage().setItem(key, text);
      return true;
    }, false),
  remove: () => tryOrFallback(() => storage().removeItem(key), undefined),
});

/** Parses a stored JSON text. Returns null when there is no text, or when it isn't valid JSON. */
export const parseStored = (text: string | null): unknown =>
  tryOrFallback<unknown>(() => JSON.parse(text ?? 'null'), null);

/** Whether a stored value is an object. The caller must still check the values of its fields. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const USER_PREFIX = 'mahlzeit.user.';

/**
 * Returns the storage key of a value that belongs to one user. The shell deletes the value when another user uses the
 * browser (A06).
 */
export const userStorageKey = (uid: string, name: string): string => `${USER_PREFIX}${uid}.${name}`;

/** Deletes the values that other users have stored under `userStorageKey`. */
export const eraseOtherUsers = (storage: () => Pick<Storage, 'length' | 'key' | 'removeItem'>, uid: string): void =>
  tryOrFallback(() => {
    const currentStorage = storage();
    const keys = Array.from({ length: currentStorage.length }, (_, index) => currentStorage.key(index) ?? '');
    for (const key of keys)
      if (key.startsWith(USER_PREFIX) && !key.startsWith(userStorageKey(uid, ''))) currentStorage.removeItem(key);
  }, undefined);
