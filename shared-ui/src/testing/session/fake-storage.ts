import type { BrowserStorage } from '../../platform/browser/storage';

/** Simulated storage of a browser (localStorage), for tests. */
interface FakeStorage {
  readonly storage: BrowserStorage;
  /** Current content of the simulated storage, by key. */
  readonly stored: ReadonlyMap<string, string>;
}

/** Creates the storage of a fake device with its first content. */
export const createFakeStorage = (content: Readonly<Record<string, string>>): FakeStorage => {
  const stored = new Map(Object.entries(content));
  return {
    stored,
    storage: () => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    }),
  };
};
