import { STORED_AT_HEADER, STORED_PAGE_ADDRESS, storedBuildsOf, presentStoredPage } from './stored-page';

/** Name of the cache for files with a hash in their names. */
export const FILE_CACHE = 'mahlzeit-files';

/** Name of the cache for the one stored page. */
const PAGE_CACHE = 'mahlzeit-page';

/** Number of files that the service worker fetches at the same time, so that the open page can use most of the line. */
const PARALLEL_FETCHES = 3;

/** Functions of a browser cache that the service worker uses. */
type WorkerCache = Pick<Cache, 'match' | 'put' | 'keys' | 'delete'>;

interface StoredAppDeps {
  readonly caches: { open(name: string): Promise<WorkerCache> };
  fetch(request: Request): Promise<Response>;
  /** Returns the time of the device's clock in epoch milliseconds. */
  now(): number;
  /** Origin of the worker, for example `https://mahlzeit.example`. */
  readonly origin: string;
}

/** The one page of the app that the service worker stores, together with all files that the page may load. */
export interface StoredApp {
  /**
   * Stores the app of a page with this key; with null, the app of the current page, whatever its key is. The new page
   * replaces the stored one once all its files are stored, so that a stored page never lacks a file or mixes builds.
   * Rejects if the network fails; the page that was stored before stays.
   */
  store(appKey: string | null): Promise<void>;
  /** Returns the stored page, with the times in it moved forward to the current time; undefined if none is stored. */
  page(): Promise<Response | undefined>;
}

const isScriptPath = (path: string): boolean => path.endsWith('.js');

/** Runs a function for each item of a list, a few at a time. Rejects with the first error. */
const runInLanes = async <Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> => {
  const waiting = [...items];
  const runLane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, runLane));
};

/** Creates the object that stores the app for offline use. Calls of `store` wait for each other. */
export const createStoredApp = ({ caches, fetch, now, origin }: StoredAppDeps): StoredApp => {
  const openPages = (): Promise<WorkerCache> => caches.open(PAGE_CACHE);
  const addressOf = (path: string): string => new URL(path, origin).href;

  const readStoredHtml = async (): Promise<string | null> =>
    (await (await openPages()).match(addressOf(STORED_PAGE_ADDRESS)))?.text() ?? null;

  const fetchFile = async (files: WorkerCache, path: string, integrity: string): Promise<void> => {
    if ((await files.match(addressOf(path), { ignoreVary: true })) !== undefined) return;
    const response = await fetch(new Request(addressOf(path), { integrity, priority: 'low' }));
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    await files.put(addressOf(path), response);
  };

  // Removes the scripts that no page needs any more. Pages that began with the replaced builds may still be open, so
  // their scripts stay until the next replacement.
  const removeOtherScripts = async (files: WorkerCache, remainingPaths: ReadonlySet<string>): Promise<void> => {
    for (const request of await files.keys()) {
      const { pathname } = new URL(request.url);
      if (isScriptPath(pathname) && !remainingPaths.has(pathname)) await files.delete(request);
    }
  };

  const replaceApp = async (appKey: string | null): Promise<void> => {
    const replacedHtml = await readStoredHtml();
    const replacedBuilds = replacedHtml === null ? null : storedBuildsOf(replacedHtml);
    if (appKey !== null && replacedBuilds?.appKey === appKey) return;
    const response = await fetch(
      new Request(addressOf(STORED_PAGE_ADDRESS), { cache: 'no-store', headers: { Accept: 'text/html' } }),
    );
    const html = await response.clone().text();
    const builds = response.ok ? storedBuildsOf(html) : null;
    if (builds === null || builds.appKey === replacedBuilds?.appKey) return;
    const files = await caches.open(FILE_CACHE);
    await runInLanes([...builds.integrityByPath], ([path, integrity]) => fetchFile(files, path, integrity));
    const headers = new Headers(response.headers);
    headers.set(STORED_AT_HEADER, String(now()));
    await (await openPages()).put(addressOf(STORED_PAGE_ADDRESS), new Response(html, { headers }));
    await removeOtherScripts(
      files,
      new Set([...builds.integrityByPath.keys(), ...(replacedBuilds?.integrityByPath.keys() ?? [])]),
    );
  };

  let lastRun: Promise<void> = Promise.resolve();
  return {
    store(appKey) {
      const startRun = (): Promise<void> => replaceApp(appKey);
      lastRun = lastRun.then(startRun, startRun);
      return lastRun;
    },
    async page() {
      const storedPage = await (await openPages()).match(addressOf(STORED_PAGE_ADDRESS));
      if (storedPage === undefined) return undefined;
      const headers = new Headers(storedPage.headers);
      // The headers about the encoding are removed, because the browser has decoded the text already.
      for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
      const ageMs = now() - Number(headers.get(STORED_AT_HEADER));
      return new Response(presentStoredPage(await storedPage.text(), ageMs), { headers });
    },
  };
};
