import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { CONSOLE, packageFolderOf, parseRelease, ReleaseName, RemoteName, SHELL } from './release-manifest';
import type { Release } from './release-manifest';

/**
 * Result of reading a release's manifest. `missing`: the manifest doesn't exist, for example before the first build.
 * `unchanged`: it is the same as at the last call. `broken`: it can't be parsed.
 */
export type InspectionResult =
  | { readonly status: 'missing' }
  | { readonly status: 'unchanged' }
  | { readonly status: 'broken'; readonly cause: unknown }
  | { readonly status: 'found'; readonly release: Release };

interface LocatedFile {
  readonly encoding: 'br' | 'gzip' | null;
  readonly size: number;
  /** Folder and file name; both are safe to open. */
  readonly folder: string;
  readonly name: string;
}

/** Storage of built files. This one is a folder; another implementation could be a bucket. */
export interface ReleaseFolder {
  /** Returns the sorted names of the shell, the console and the remotes whose folders exist. */
  list(): Promise<readonly ReleaseName[]>;
  /** Reads the manifest; returns `unchanged` if the manifest hasn't changed since the last call. */
  inspect(name: ReleaseName): Promise<InspectionResult>;
  /** Finds a file in the best accepted encoding; null for a missing file. */
  locate(name: ReleaseName, path: string, accepts: (encoding: 'br' | 'gzip') => boolean): Promise<LocatedFile | null>;
  /** Finds the path of a file and checks its hash against the manifest; null for a missing or different file. */
  verify(name: ReleaseName, path: string, integrity: string): Promise<string | null>;
}

const isMissing = (cause: unknown): boolean =>
  typeof cause === 'object' &&
  cause !== null &&
  'code' in cause &&
  (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');

const unlessMissing = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
};

const ENCODING_VARIANTS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
  { encoding: null, suffix: '' },
] as const;

/** Creates the storage of the `dist` folders below `root`, one for each package. */
export const createReleaseFolder = (root: string): ReleaseFolder => {
  const fingerprintByName = new Map<ReleaseName, string>();
  const folderOf = (name: ReleaseName): string => join(root, packageFolderOf(name), 'dist');

  const fileSizeAt = async (folder: string, name: string): Promise<number | null> => {
    const stats = await unlessMissing(stat(join(folder, name)));
    return stats?.isFile() ? stats.size : null;
  };

  return {
    async list() {
      const entries = (await unlessMissing(readdir(root))) ?? [];
      const names: ReleaseName[] = entries.flatMap((entry) => ReleaseName.safeParse(entry).data ?? []);
      const hasConsole = (await unlessMissing(stat(join(root, packageFolderOf(CONSOLE))))) !== null;
      if (hasConsole) names.push(CONSOLE);
      return names.sort();
    },

    async inspect(name) {
      const file = join(folderOf(name), name === SHELL ? 'shell.json' : 'release.json');
      const stats = await unlessMissing(stat(file));
      if (stats === null) {
        // Forgets the fingerprint, so that a manifest that comes back is read again, even if its time is the same.
        fingerprintByName.delete(name);
        return { status: 'missing' };
      }
      const fingerprint = `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
      if (fingerprintByName.get(name) === fingerprint) return { status: 'unchanged' };
      try {
        const release = parseRelease(name, JSON.parse(await readFile(file, 'utf8')));
        fingerprintByName.set(name, fingerprint);
        return { status: 'found', release };
      } catch (cause) {
        if (isMissing(cause)) return { status: 'missing' };
        fingerprintByName.set(name, fingerprint);
        return { status: 'broken', cause };
      }
    },

    async locate(name, path, accepts) {
      const folder = folderOf(name);
      // The compressed variants don't count without the file itself: removing the file removes all variants.
      if ((await fileSizeAt(folder, path)) === null) return null;
      for (const { encoding, suffix } of ENCODING_VARIANTS) {
        if (encoding !== null && !accepts(encoding)) continue;
        const size = await fileSizeAt(folder, path + suffix);
        if (size !== null) return { encoding, size, folder, name: path + suffix };
      }
      return null;
    },

    async verify(name, path, integrity) {
      const file = join(folderOf(name), path);
      const content = await unlessMissing(readFile(file));
      return content !== null && `sha384-${createHash('sha384').update(content).digest('base64')}` === integrity
        ? file
        : null;
    },
  };
};

// Pattern of the names that builds produce. A name without a slash or a leading dot can't point outside of the folder.
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*\.([a-z0-9]+)$/;
const HASHED_NAME = /\.[0-9a-f]{8,}\./;

const contentTypes: Readonly<Record<string, string>> = {
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

/** Returns the content type of a file that may be served; null for any other file, manifests included. */
const contentTypeOf = (file: string): string | null => contentTypes[FILE_NAME.exec(file)?.[1] ?? ''] ?? null;

const YEAR_S = 31_536_000;

const cacheControlOf = (file: string): string =>
  HASHED_NAME.test(file) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache';

/**
 * Creates the router of the files of the shell, the restaurant's console and the remotes. Each request looks at the
 * disk, so a new build is served at once.
 */
export const createAssetRouter = (folder: ReleaseFolder): Router => {
  const serveFile = async (
    name: ReleaseName,
    file: string,
    { request, response }: { request: Request; response: Response },
  ): Promise<boolean> => {
    const contentType = contentTypeOf(file);
    if (contentType === null) return false;
    const locatedFile = await folder.locate(name, file, (encoding) => request.acceptsEncodings(encoding) === encoding);
    if (locatedFile === null) return false;
    response.set({
      'Content-Type': contentType,
      'Cache-Control': cacheControlOf(file),
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    });
    if (locatedFile.encoding !== null) response.set('Content-Encoding', locatedFile.encoding);
    response.sendFile(locatedFile.name, {
      root: locatedFile.folder,
      cacheControl: false,
      lastModified: false,
      etag: false,
      acceptRanges: false,
    });
    return true;
  };

  const assetHandler =
    (releaseNameOf: (request: Request) => ReleaseName | null): RequestHandler =>
    async (request, response, next) => {
      const name = releaseNameOf(request);
      const { file } = request.params;
      const isServed =
        name !== null && typeof file === 'string' && (await serveFile(name, file, { request, response }));
      if (!isServed) next();
    };

  const remoteNameOf = (request: Request): ReleaseName | null =>
    RemoteName.safeParse(request.params['name']).data ?? null;

  const router = Router({ strict: true, caseSensitive: true });
  router.get(
    '/assets/:file',
    assetHandler(() => SHELL),
  );
  router.get(
    '/partner/:file',
    assetHandler(() => CONSOLE),
  );
  router.get('/remotes/:name/:file', assetHandler(remoteNameOf));
  return router;
};
