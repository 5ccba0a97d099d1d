import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { createStoredApp, FILE_CACHE } from './stored-app';
import { isAppPath, isAskedAnew, isHashedFile } from './request-kinds';
import { isStoreAppMessage } from './worker-message';

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerMessageEvent extends WorkerEvent {
  readonly data: unknown;
}

/** Part of a service worker's global scope that this worker uses; the types for pages don't contain it. */
interface WorkerScope {
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly location: Pick<Location, 'origin'>;
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessageEvent) => void): void;
}

declare const self: WorkerScope;

/** Time in seconds within which the network must answer a request for a page, if there is a stored page. */
const PAGE_DEADLINE_S = 3;
const FIRST_SERVER_ERROR = 500;

const storedApp = createStoredApp({
  caches,
  fetch: (request) => fetch(request),
  now: Date.now,
  origin: self.location.origin,
});

/**
 * Makes the cache store only complete files. The key is the URL without a query, so that the file of a second attempt
 * replaces that of the first.
 */
const filePlugin = {
  cacheKeyWillBeUsed: async ({ request }: { readonly request: Request }) => request.url.replace(/\?.*$/, ''),
  cacheWillUpdate: async ({ response }: { readonly response: Response }) => (response.status === 200 ? response : null),
};

/**
 * Makes the worker serve the stored page if the network fails or the server answers with an error. Pages from the
 * network aren't cached here, because each belongs to one moment. A page tells the worker when to store a new one.
 */
const pagePlugin = {
  cacheWillUpdate: async () => null,
  cachedResponseWillBeUsed: () => storedApp.page(),
  handlerWillRespond: async ({ response }: { readonly response: Response }) =>
    response.status >= FIRST_SERVER_ERROR ? ((await storedApp.page()) ?? response) : response,
};

const fileOptions = { cacheName: FILE_CACHE, plugins: [filePlugin], matchOptions: { ignoreVary: true } };

// All other requests, above all those to the API and for live data, go to the network as without a service worker.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isHashedFile(url.pathname) && !isAskedAnew(request, url),
  new CacheFirst(fileOptions),
);
registerRoute(({ url, sameOrigin }) => sameOrigin && isHashedFile(url.pathname), new NetworkFirst(fileOptions));
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isAppPath(url.pathname),
  new NetworkFirst({ networkTimeoutSeconds: PAGE_DEADLINE_S, plugins: [pagePlugin] }),
);

// A new service worker waits until no page of the old one is open, because this code never calls `skipWaiting`.
self.addEventListener('activate', (event) => {
  // With navigation preload, the browser requests a page while the service worker is still starting.
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve());
});
self.addEventListener('message', (event) => {
  if (isStoreAppMessage(event.data)) event.waitUntil(storedApp.store(event.data.appKey));
});
