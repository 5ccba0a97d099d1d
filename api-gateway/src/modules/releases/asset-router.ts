import { RemoteName } from '@mahlzeit/contract';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { ReleaseFolder } from './release-folder';
import { SHELL } from './release-manifest';
import type { ReleaseName } from './release-manifest';

// The names that builds give: no slash, no leading dot, so that nothing beside the folder can be meant.
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*\.([a-z0-9]+)$/;
const HASHED_NAME = /\.[0-9a-f]{8,}\./;

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  map: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

/** Content type of a file that may be served; null for everything else, manifests included. */
const typeOf = (file: string): string | null => types[FILE_NAME.exec(file)?.[1] ?? ''] ?? null;

const YEAR_S = 31_536_000;

const cacheControlOf = (file: string): string => (HASHED_NAME.test(file) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');

/** Files of the shell and the remotes, looked for anew with each request. */
export const createAssetRouter = (folder: ReleaseFolder): Router => {
  const serve = async (name: ReleaseName, file: string, { request, response }: { request: Request; response: Response }): Promise<boolean> => {
    const type = typeOf(file);
    if (type === null) return false;
    const found = await folder.locate(name, file, (encoding) => request.acceptsEncodings(encoding) === encoding);
    if (found === null) return false;
    response.set({ 'Content-Type': type, 'Cache-Control': cacheControlOf(file), Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' });
    if (found.encoding !== null) response.set('Content-Encoding', found.encoding);
    response.sendFile(found.name, { root: found.folder, cacheControl: false, lastModified: false, etag: false, acceptRanges: false });
    return true;
  };

  const handler = (nameOf: (request: Request) => ReleaseName | null): RequestHandler => async (request, response, next) => {
    const name = nameOf(request);
    const { file } = request.params;
    const isServed = name !== null && typeof file === 'string' && (await serve(name, file, { request, response }));
    if (!isServed) next();
  };

  const remoteOf = (request: Request): ReleaseName | null => RemoteName.options.find((name) => name === request.params['name']) ?? null;

  const router = Router({ strict: true, caseSensitive: true });
  router.get('/assets/:file', handler(() => SHELL));
  router.get('/remotes/:name/:file', handler(remoteOf));
  return router;
};
