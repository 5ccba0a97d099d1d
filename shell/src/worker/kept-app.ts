import { KEPT_AT_HEADER, KEPT_PAGE_ADDRESS, keptBuildsOf, presentKeptPage } from './kept-page';

/** Cache of files with a hash in their names. */
export const FILE_CACHE = 'mahlzeit-files';

/** Cache with the one kept page. */
const PAGE_CACHE = 'mahlzeit-page';

/** Number of files that the worker fetches at the same time, so that the open page keeps most of the line. */
const PARALLEL_FETCHES = 3;

interface KeptAppDeps {
  readonly caches: Pick<CacheStorage, 'open'>;
  fetch(request: Request): Promise<Response>;
  /** Returns the time of the device's clock in epoch milliseconds. */
  now(): number;
  /** Origin of the worker, for example `https://mahlzeit.example`. */
  readonly origin: string;
}

/** The one page that the worker keeps, together with all files that it may load. */
export interface KeptApp {
  /**
   * Keeps the app of a page with this key; with null, the app of the present page, whichever it is. The new page takes
   * the place of the kept one once all its files are there, so that a kept page never lacks a file or mixes builds.
   * Rejects if the network fails; the page that was kept before stays.
   */
  keep(appKey: string | null): Promise<void>;
  /** Returns the kept page, with its time moved on to now; undefined without one. */
  page(): Promise<Response | undefined>;
}

const isScriptPath = (path: string): boolean => path.endsWith('.js');

/** Runs the tasks of a list, a few at a time. Rejects with the first error. */
const runInLanes = async <Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> => {
  const waiting = [...items];
  const runLane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, runLane));
};

/** Creates the kept app. Calls of `keep` wait for each other. */
export const createKeptApp = ({ caches, fetch, now, origin }: KeptAppDeps): KeptApp => {
  const openPages = (): Promise<Cache> => caches.open(PAGE_CACHE);
  const addressOf = (path: string): string => new URL(path, origin).href;

  const readKeptHtml = async (): Promise<string | null> =>
    (await (await openPages()).match(addressOf(KEPT_PAGE_ADDRESS)))?.text() ?? null;

  const fetchFile = async (files: Cache, path: string, integrity: string): Promise<void> => {
    if ((await files.match(addressOf(path), { ignoreVary: true })) !== undefined) return;
    const response = await fetch(new Request(addressOf(path), { integrity, priority: 'low' }));
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    await files.put(addressOf(path), response);
  };

  // Pages that began with the replaced builds may still be open, so their scripts stay until the next replacement.
  const removeOtherScripts = async (files: Cache, keptPaths: ReadonlySet<string>): Promise<void> => {
    for (const request of await files.keys()) {
      const { pathname } = new URL(request.url);
      if (isScriptPath(pathname) && !keptPaths.has(pathname)) await files.delete(request);
    }
  };

  const replaceApp = async (appKey: string | null): Promise<void> => {
    const replacedHtml = await readKeptHtml();
    const replacedBuilds = replacedHtml === null ? null : keptBuildsOf(replacedHtml);
    if (appKey !== null && replacedBuilds?.appKey === appKey) return;
    const response = await fetch(
      new Request(addressOf(KEPT_PAGE_ADDRESS), { cache: 'no-store', headers: { Accept: 'text/html' } }),
    );
    const html = await response.clone().text();
    const builds = response.ok ? keptBuildsOf(html) : null;
    if (builds === null || builds.appKey === replacedBuilds?.appKey) return;
    const files = await caches.open(FILE_CACHE);
    await runInLanes([...builds.integrityByPath], ([path, integrity]) => fetchFile(files, path, integrity));
    const headers = new Headers(response.headers);
    headers.set(KEPT_AT_HEADER, String(now()));
    await (await openPages()).put(addressOf(KEPT_PAGE_ADDRESS), new Response(html, { headers }));
    await removeOtherScripts(
      files,
      new Set([...builds.integrityByPath.keys(), ...(replacedBuilds?.integrityByPath.keys() ?? [])]),
    );
  };

  let lastRun: Promise<void> = Promise.resolve();
  return {
    keep(appKey) {
      const startRun = (): Promise<void> => replaceApp(appKey);
      lastRun = lastRun.then(startRun, startRun);
      return lastRun;
    },
    async page() {
      const keptPage = await (await openPages()).match(addressOf(KEPT_PAGE_ADDRESS));
      if (keptPage === undefined) return undefined;
      const headers = new Headers(keptPage.headers);
      // The browser has decoded the text already.
      for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
      const ageMs = now() - Number(headers.get(KEPT_AT_HEADER));
      return new Response(presentKeptPage(await keptPage.text(), ageMs), { headers });
    },
  };
};
