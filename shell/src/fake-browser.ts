import type { RouterWindow } from './router/router';

const TURNS = 20;

/** Waits some turns of the event loop, for work without timers, such as responses of a scenario. For tests. */
export const pause = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};

interface Entry {
  readonly url: URL;
  readonly state: unknown;
}

/**
 * Creates a fake browser tab for tests; the entry below its first one belongs to another site. History steps complete
 * only when the test calls `arrive`, because real browsers complete them asynchronously.
 */
export const createFakeBrowser = (address: string, entryState: unknown = null) => {
  const listeners = { popstate: new Set<() => void>(), hashchange: new Set<() => void>() };
  const journeys: number[] = [];
  let entries: Entry[] = [{ url: new URL(address, 'http://mahlzeit.test'), state: entryState }];
  let index = 0;
  let hasLeft = false;
  let frameEntries = 0;

  const currentEntry = (): Entry => {
    const entry = entries[index];
    if (entry === undefined) throw new Error(`The history has no entry ${index}`);
    return entry;
  };
  const fire = (type: 'popstate' | 'hashchange'): void => [...listeners[type]].forEach((listener) => listener());
  const moveTo = (changeEntry: () => void): void => {
    const previousHash = currentEntry().url.hash;
    changeEntry();
    fire('popstate');
    if (currentEntry().url.hash !== previousHash) fire('hashchange');
  };
  const putEntry = (historyMethod: 'push' | 'replace', state: unknown, url: string | URL | null | undefined): void => {
    const entry = { url: new URL(url ?? currentEntry().url, currentEntry().url), state: structuredClone(state) };
    entries =
      historyMethod === 'push'
        ? [...entries.slice(0, index + 1), entry]
        : entries.map((currentEntryOrOld, entryIndex) => (entryIndex === index ? entry : currentEntryOrOld));
    if (historyMethod === 'push') index += 1;
  };
  const travelBy = (delta: number): void => {
    if (index + delta < 0) hasLeft = true;
    else if (index + delta < entries.length) moveTo(() => void (index += delta));
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
        return entries.length + frameEntries;
      },
      go: (delta = 0) => void journeys.push(delta),
      pushState: (state: unknown, _title: string, url?: string | URL | null) => putEntry('push', state, url),
      replaceState: (state: unknown, _title: string, url?: string | URL | null) => putEntry('replace', state, url),
    },
    addEventListener: (type, listener) => void listeners[type].add(listener),
    removeEventListener: (type, listener) => void listeners[type].delete(listener),
  };

  return {
    browser,
    /** Completes the history steps that were requested so far. */
    arrive: () => journeys.splice(0).forEach(travelBy),
    /** Drops the history steps that were requested so far, like a browser that ignores them. */
    swallow: () => void journeys.splice(0),
    /** Simulates a navigation inside an iframe, which adds an entry to the tab's history. */
    frameNavigates: () => void (frameEntries += 1),
    /** Simulates a press on the browser's Back (-1) or Forward (1) button. */
    press: (delta: -1 | 1) => travelBy(delta),
    /** Simulates a user who changes the hash in the address bar. */
    typeHash: (hash: string) => moveTo(() => putEntry('push', null, hash)),
    address: () => `${currentEntry().url.pathname}${currentEntry().url.search}${currentEntry().url.hash}`,
    trail: () => entries.slice(0, index + 1).map(({ url }) => `${url.pathname}${url.hash}`),
    state: () => currentEntry().state,
    hasLeft: () => hasLeft,
    listenerCount: () => listeners.popstate.size + listeners.hashchange.size,
  };
};
