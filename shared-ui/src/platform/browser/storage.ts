/**
 * Returns `localStorage` or `sessionStorage` at each use: the access itself throws when the browser blocks the storage.
 */
export type BrowserStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Text in the browser's storage under one key. */
export interface StoredText {
  /** Returns null when nothing is stored, or the browser blocks its storage. */
  read(): string | null;
  /** Returns false when the text could not be stored: the storage is blocked or full. */
  write(text: string): boolean;
  remove(): void;
}

const attempt = <T>(action: () => T, fallback: T): T => {
  try {
    return action();
  } catch {
    // Blocked or full: the page works without a storage.
    return fallback;
  }
};

/** Returns access to a text in the browser's storage. Never throws. */
export const storedText = (storage: BrowserStorage, key: string): StoredText => ({
  read: () => attempt(() => storage().getItem(key), null),
  write: (text) =>
    attempt(() => {
      storage().setItem(key, text);
      return true;
    }, false),
  remove: () => attempt(() => storage().removeItem(key), undefined),
});

/** Parses a stored JSON text; null when there is none or it isn't JSON. */
export const parseStored = (text: string | null): unknown => attempt<unknown>(() => JSON.parse(text ?? 'null'), null);

/** Whether a stored value has fields. The caller checks their values. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const USER_PREFIX = 'mahlzeit.user.';

/**
 * Returns the storage key of a value that belongs to one user: the shell erases it once another user uses the browser
 * (A06).
 */
export const userStorageKey = (uid: string, name: string): string => `${USER_PREFIX}${uid}.${name}`;

/** Erases the values that other users have left under `userStorageKey`. */
export const eraseOtherUsers = (storage: () => Pick<Storage, 'length' | 'key' | 'removeItem'>, uid: string): void =>
  attempt(() => {
    const storageNow = storage();
    const keys = Array.from({ length: storageNow.length }, (_, index) => storageNow.key(index) ?? '');
    for (const key of keys)
      if (key.startsWith(USER_PREFIX) && !key.startsWith(userStorageKey(uid, ''))) storageNow.removeItem(key);
  }, undefined);
