import type { RouterWindow } from './router/router';

const PAUSE_TURNS = 20;

/** Waits some turns of the event loop, for work that needs no timers, such as responses of a scenario. For tests. */
export const waitTurns = async (): Promise<void> => {
  for (let turn = 0; turn < PAUSE_TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};

interface HistoryEntry {
  readonly url: URL;
  readonly state: unknown;
}

/**
 * Creates a fake browser tab for tests; the entry below its first one belongs to another site. History steps complete
 * only when the test calls `arrive`, because real browsers complete them asynchronously.
 */
export const createFakeBrowser = (address: string, entryState: unknown = null) => {
  const listenersByType = { popstate: new Set<() => void>(), hashchange: new Set<() => void>() };
  const requestedDeltas: number[] = [];
  let historyEntries: HistoryEntry[] = [{ url: new URL(address, 'http://mahlzeit.test'), state: entryState }];
  let currentIndex = 0;
  let hasLeftSite = false;
  let frameEntryCount = 0;

  const currentEntry = (): HistoryEntry => {
    const entry = historyEntries[currentIndex];
    if (entry === undefined) throw new Error(`The history has no entry ${currentIndex}`);
    return entry;
  };
  const fireEvent = (eventType: 'popstate' | 'hashchange'): void =>
    [...listenersByType[eventType]].forEach((listener) => listener());
  const navigateBy = (changeEntry: () => void): void => {
    const previousHash = currentEntry().url.hash;
    changeEntry();
    fireEvent('popstate');
    if (currentEntry().url.hash !== previousHash) fireEvent('hashchange');
  };
  const writeEntry = (
    historyMethod: 'push' | 'replace',
    state: unknown,
    url: string | URL | null | undefined,
  ): void => {
    const newEntry = { url: new URL(url ?? currentEntry().url, currentEntry().url), state: structuredClone(state) };
    historyEntries =
      historyMethod === 'push'
        ? [...historyEntries.slice(0, currentIndex + 1), newEntry]
        : historyEntries.map((existingEntry, entryIndex) => (entryIndex === currentIndex ? newEntry : existingEntry));
    if (historyMethod === 'push') currentIndex += 1;
  };
  const goByDelta = (delta: number): void => {
    if (currentIndex + delta < 0) hasLeftSite = true;
    else if (currentIndex + delta < historyEntries.length) navigateBy(() => void (currentIndex += delta));
  };

  const scrollRestoration: ScrollRestoration = 'auto';
  const browser: RouterWindow = {
    location: {
      get pathname() {
        return currentEntry().url.pathname;
      },
      get search() {
        return currentEntry().url.search;
      },
      get hash() {
        return currentEntry().url.hash;
      },
    },
    history: {
      scrollRestoration,
      get state() {
        return currentEntry().state;
      },
      get length() {
        return historyEntries.length + frameEntryCount;
      },
      go: (delta = 0) => void requestedDeltas.push(delta),
      pushState: (state: unknown, _title: string, url?: string | URL | null) => writeEntry('push', state, url),
      replaceState: (state: unknown, _title: string, url?: string | URL | null) => writeEntry('replace', state, url),
    },
    addEventListener: (type, listener) => void listenersByType[type].add(listener),
    removeEventListener: (type, listener) => void listenersByType[type].delete(listener),
  };

  return {
    browser,
    /** Completes the history steps that were requested before this call. */
    arrive: () => requestedDeltas.splice(0).forEach(goByDelta),
    /** Drops the history steps that were requested before this call, as a browser does that ignores them. */
    swallow: () => void requestedDeltas.splice(0),
    /** Simulates a navigation inside an iframe, which adds an entry to the tab's history. */
    frameNavigates: () => void (frameEntryCount += 1),
    /** Simulates a press on the browser's Back (-1) or Forward (1) button. */
    press: (delta: -1 | 1) => goByDelta(delta),
    /** Simulates a user who changes the hash in the address bar. */
    typeHash: (hash: string) => navigateBy(() => writeEntry('push', null, hash)),
    address: () => `${currentEntry().url.pathname}${currentEntry().url.search}${currentEntry().url.hash}`,
    trail: () => historyEntries.slice(0, currentIndex + 1).map(({ url }) => `${url.pathname}${url.hash}`),
    state: () => currentEntry().state,
    hasLeft: () => hasLeftSite,
    listenerCount: () => listenersByType.popstate.size + listenersByType.hashchange.size,
  };
};
