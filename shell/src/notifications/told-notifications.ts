/** Of which notifications somebody was told in this browser, in whichever tab. */
export interface ToldNotifications {
  has(key: string): boolean;
  /** Those that earlier pages and other tabs told. */
  kept(): readonly string[];
  add(keys: readonly string[]): void;
}

const KEY = 'mahlzeit.toldNotifications';

/** More than ever are open at once; the oldest fall away. */
const MOST = 200;

const keysOf = (kept: string | null): readonly string[] => {
  try {
    const keys: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  } catch {
    // Half a text, or another version's.
    return [];
  }
};

/** Remembers what was told. `storage` throws where a browser forbids it; then this page alone remembers. */
export const createToldNotifications = (storage: () => Pick<Storage, 'getItem' | 'setItem'>): ToldNotifications => {
  const here = new Set<string>();
  const kept = (): readonly string[] => {
    try {
      return keysOf(storage().getItem(KEY));
    } catch {
      return [];
    }
  };
  return {
    kept,
    has: (key) => here.has(key) || kept().includes(key),
    add: (keys) => {
      if (keys.length === 0) return;
      for (const key of keys) here.add(key);
      try {
        storage().setItem(KEY, JSON.stringify([...kept(), ...keys].slice(-MOST)));
      } catch {
        // This page remembers; the next one may tell it again.
      }
    },
  };
};
