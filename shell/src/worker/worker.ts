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

/** Part of the global scope of a service worker that this one uses; the types of a page don't contain it. */
interface WorkerScope {
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly location: Pick<Location, 'origin'>;
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessageEvent) => void): void;
}

declare const self: WorkerScope;

/** Time in seconds that the network has for a page, if there is a stored one. */
const PAGE_DEADLINE_S = 3;
const FIRST_SERVER_ERROR = 500;

const storedApp = createStoredApp({
  caches,
  fetch: (request) => fetch(request),
  now: Date.now,
  origin: self.location.origin,
});

/** Keeps complete files alone. The address without a query is the key, so that a second attempt replaces the first. */
const filePlugin = {
  cacheKeyWillBeUsed: async ({ request }: { readonly request: Request }) => request.url.replace(/\?.*$/, ''),
  cacheWillUpdate: async ({ response }: { readonly response: Response }) => (response.status === 200 ? response : null),
};

/**
 * Puts the stored page behind the network. Pages of the network aren't cached here, because each is of one moment. A
 * quiet page tells the worker when to store a new one.
 */
const pagePlugin = {
  cacheWillUpdate: async () => null,
  cachedResponseWillBeUsed: () => storedApp.page(),
  handlerWillRespond: async ({ response }: { readonly response: Response }) =>
    response.status >= FIRST_SERVER_ERROR ? ((await storedApp.page()) ?? response) : response,
};

const fileOptions = { cacheName: FILE_CACHE, plugins: [filePlugin], matchOptions: { ignoreVary: true } };

// Everything else, the API and its live data above all, goes to the network as without a worker.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isHashedFile(url.pathname) && !isAskedAnew(request, url),
  new CacheFirst(fileOptions),
);
registerRoute(({ url, sameOrigin }) => sameOrigin && isHashedFile(url.pathname), new NetworkFirst(fileOptions));
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isAppPath(url.pathname),
  new NetworkFirst({ networkTimeoutSeconds: PAGE_DEADLINE_S, plugins: [pagePlugin] }),
);

// A new worker waits until no page of the old one is open, because nothing here calls `skipWaiting`.
self.addEventListener('activate', (event) => {
  // The browser asks for a page while the worker is still starting.
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve());
});
self.addEventListener('message', (event) => {
  if (isStoreAppMessage(event.data)) event.waitUntil(storedApp.store(event.data.appKey));
});
