/** `localStorage` or `sessionStorage`, asked for at each use: the access itself throws where the browser blocks it. */
export type BrowserStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A text in the browser's storage under one key. */
export interface StoredText {
  /** null where nothing is stored, or the browser blocks its storage. */
  read(): string | null;
  /** False where the text could not be stored: the storage is blocked or full. */
  write(text: string): boolean;
  remove(): void;
}

const attempt = <T>(action: () => T, otherwise: T): T => {
  try {
    return action();
  } catch {
    // Blocked or full: the page works without a storage.
    return otherwise;
  }
};

/** A text in the browser's storage. Never throws. */
export const storedText = (storage: BrowserStorage, key: string): StoredText => ({
  read: () => attempt(() => storage().getItem(key), null),
  write: (text) =>
    attempt(() => {
      storage().setItem(key, text);
      return true;
    }, false),
  remove: () => attempt(() => storage().removeItem(key), undefined),
});

/** Parses a stored JSON text; null where there is none or it isn't JSON. */
export const parseStored = (text: string | null): unknown => attempt<unknown>(() => JSON.parse(text ?? 'null'), null);

/** Whether a stored value has fields. The reader checks what they hold. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const USER_PREFIX = 'mahlzeit.user.';

/** The storage key of what belongs to one user alone: the shell erases it once somebody else uses the browser (A06). */
export const userStorageKey = (uid: string, name: string): string => `${USER_PREFIX}${uid}.${name}`;

/** Erases what other users than this one have left under `userStorageKey`. */
export const eraseOtherUsers = (storage: () => Pick<Storage, 'length' | 'key' | 'removeItem'>, uid: string): void =>
  attempt(() => {
    const stored = storage();
    const keys = Array.from({ length: stored.length }, (_, at) => stored.key(at) ?? '');
    for (const key of keys)
      if (key.startsWith(USER_PREFIX) && !key.startsWith(userStorageKey(uid, ''))) stored.removeItem(key);
  }, undefined);
