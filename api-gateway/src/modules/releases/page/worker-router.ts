import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Router } from 'express';
import { compressText } from '../../../platform';
import { policyHeadersOf } from './content-security-policy';
import type { PolicyInputs } from './content-security-policy';

/** URL path of the service worker. Its folder is the root, so that the service worker may serve all pages. */
const WORKER_PATH = '/sw.js';

/**
 * Service worker that removes itself: its caches, its registration and what pages have stored for pages without a
 * network (`offline-database.ts`). Open pages stay as they are and load from the
 * network again.
 */
const REMOVING_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  indexedDB.deleteDatabase('mahlzeit-offline');
  await self.registration.unregister();
})()));
`;

interface WorkerRouterDeps extends Omit<PolicyInputs, 'document'> {
  /** Finds the file of the current service worker; null where browsers should have none. */
  findWorkerFile(): Promise<string | null>;
}

/**
 * Creates the router of the service worker. Without a current service worker it sends the one that removes itself, so
 * that no browser keeps a service worker that the operator has switched off, or that belongs to an old build.
 */
export const createWorkerRouter = ({ findWorkerFile, ...policyInputs }: WorkerRouterDeps): Router => {
  const policyHeaders = policyHeadersOf({ ...policyInputs, document: { kind: 'worker' } });
  const router = Router({ strict: true, caseSensitive: true });
  router.get(WORKER_PATH, async (request, response) => {
    const workerFile = await findWorkerFile();
    const script = workerFile === null ? REMOVING_WORKER : await readFile(workerFile, 'utf8');
    const { encoding, body } = await compressText(
      script,
      (encodingName) => request.acceptsEncodings(encodingName) === encodingName,
    );
    const etag = `"${createHash('sha256').update(script).digest('base64url')}-${encoding ?? 'plain'}"`;
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      // Makes browsers check at each navigation whether the service worker has changed.
      'Cache-Control': 'no-cache',
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...policyHeaders,
    });
    if (request.headers['if-none-match'] === etag) return void response.status(304).end();
    if (encoding !== null) response.set('Content-Encoding', encoding);
    response.end(body);
  });
  return router;
};
