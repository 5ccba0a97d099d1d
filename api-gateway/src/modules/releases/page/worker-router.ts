import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Router } from 'express';
import { compressText } from '../../../platform';
import { policyHeadersOf } from './content-security-policy';
import type { PolicyInputs } from './content-security-policy';

/** Path of the service worker; its folder is the scope, so that it may serve all pages. */
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
  /** Finds the file of the current service worker; null where browsers shall have none. */
  findWorkerFile(): Promise<string | null>;
}

/**
 * Creates the router of the service worker. Without a current worker it answers the one that removes itself, so that no
 * browser keeps a worker that the operator has switched off, or one of a build that is gone.
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
      // Browsers ask at each navigation whether the worker has changed.
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
