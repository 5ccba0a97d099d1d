import { parseStored, storedText } from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage } from '@mahlzeit/shared-ui/platform';

/** Which notifications were announced in this browser, in whichever tab. */
export interface AnnouncedNotifications {
  has(key: string): boolean;
  /** Those that earlier pages and other tabs announced. */
  persisted(): readonly string[];
  add(keys: readonly string[]): void;
}

const KEY = 'mahlzeit.toldNotifications';

/** More than ever are open at once; the oldest fall away. */
const MAX_PERSISTED = 200;

const keysOf = (persisted: string | null): readonly string[] => {
  const keys = parseStored(persisted);
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
};

/** Remembers what was announced. Where the browser blocks its storage, this page alone remembers. */
export const createAnnouncedNotifications = (storage: BrowserStorage): AnnouncedNotifications => {
  const here = new Set<string>();
  const stored = storedText(storage, KEY);
  const persisted = (): readonly string[] => keysOf(stored.read());
  return {
    persisted,
    has: (key) => here.has(key) || persisted().includes(key),
    add: (keys) => {
      if (keys.length === 0) return;
      for (const key of keys) here.add(key);
      // Where nothing is stored this page remembers; the next one may announce it again.
      stored.write(JSON.stringify([...persisted(), ...keys].slice(-MAX_PERSISTED)));
    },
  };
};
