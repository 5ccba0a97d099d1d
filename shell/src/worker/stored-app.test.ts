import { createStoredApp, FILE_CACHE } from './stored-app';

const ORIGIN = 'https://mahlzeit.test';

const pageOf = (version: string): string =>
  `<html lang="de" data-now="1000"><script type="application/json" id="registry">{"generatedAt":1,"now":1,"scripts":{"/assets/common.js":"sha384-c","/assets/shell.${version}.js":"sha384-${version}"}}</script>`;

const keyOf = (version: string): string =>
  `{"scripts":{"/assets/common.js":"sha384-c","/assets/shell.${version}.js":"sha384-${version}"}}`;

/** Creates a fake cache storage in memory with the functions that the service worker uses. */
const createFakeCaches = () => {
  const contentByCache = new Map<string, Map<string, Response>>();
  const urlOf = (key: RequestInfo | URL): string => (key instanceof Request ? key.url : String(key));
  const open = async (name: string) => {
    const content = contentByCache.get(name) ?? new Map<string, Response>();
    contentByCache.set(name, content);
    const cache: Pick<Cache, 'match' | 'put' | 'keys' | 'delete'> = {
      match: async (key) => content.get(urlOf(key))?.clone(),
      put: async (key, response) => void content.set(urlOf(key), response),
      keys: async () => [...content.keys()].map((url) => new Request(url)),
      delete: async (key) => content.delete(urlOf(key)),
    };
    return cache;
  };
  return {
    caches: { open },
    files: () => [...(contentByCache.get(FILE_CACHE)?.keys() ?? [])].map((url) => new URL(url).pathname).sort(),
  };
};

const startWorker = () => {
  const { caches, files } = createFakeCaches();
  const requests: string[] = [];
  let [version, time, brokenPath] = ['a', 5_000, ''];
  const storedApp = createStoredApp({
    caches,
    origin: ORIGIN,
    now: () => time,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      requests.push(pathname);
      if (pathname === brokenPath) throw new TypeError('Failed to fetch');
      return new Response(search === '?stored' ? pageOf(version) : 'script', {
        headers: { 'Content-Security-Policy': "default-src 'none'" },
      });
    },
  });
  return {
    ...storedApp,
    files,
    requests,
    release: (nextVersion: string) => (version = nextVersion),
    breakPath: (path: string) => (brokenPath = path),
    wait: (ms: number) => (time += ms),
  };
};

it('keeps a page with its policy and all its files, and moves its time on', async () => {
  const worker = startWorker();
  expect(await worker.page()).toBeUndefined();
  await worker.store(keyOf('a'));
  expect(worker.files()).toEqual(['/assets/common.js', '/assets/shell.a.js']);
  worker.wait(250);
  const page = await worker.page();
  expect(page?.headers.get('Content-Security-Policy')).toBe("default-src 'none'");
  expect(await page?.text()).toContain('data-now="1250" data-stored');
});

it('asks for nothing when the page began with the stored builds', async () => {
  const worker = startWorker();
  await worker.store(keyOf('a'));
  worker.requests.length = 0;
  await worker.store(keyOf('a'));
  expect(worker.requests).toEqual([]);
});

it('looks for newer builds after a page that it has served itself', async () => {
  const worker = startWorker();
  await worker.store(keyOf('a'));
  worker.release('b');
  await worker.store(null);
  expect(await (await worker.page())?.text()).toContain('shell.b.js');
});

it('fetches only the files that are new, and removes those that neither this nor the last app has', async () => {
  const worker = startWorker();
  await worker.store(keyOf('a'));
  worker.release('b');
  worker.requests.length = 0;
  await worker.store(keyOf('b'));
  expect(worker.requests).toEqual(['/restaurants', '/assets/shell.b.js']);
  expect(worker.files()).toEqual(['/assets/common.js', '/assets/shell.a.js', '/assets/shell.b.js']);
  worker.release('c');
  await worker.store(keyOf('c'));
  expect(worker.files()).toEqual(['/assets/common.js', '/assets/shell.b.js', '/assets/shell.c.js']);
});

it('keeps the app that it has when a file of the new one can’t be had, and tries again later', async () => {
  const worker = startWorker();
  await worker.store(keyOf('a'));
  worker.release('b');
  worker.breakPath('/assets/shell.b.js');
  await expect(worker.store(keyOf('b'))).rejects.toThrow('Failed to fetch');
  expect(await (await worker.page())?.text()).toContain('shell.a.js');
  worker.breakPath('');
  await worker.store(keyOf('b'));
  expect(await (await worker.page())?.text()).toContain('shell.b.js');
});
