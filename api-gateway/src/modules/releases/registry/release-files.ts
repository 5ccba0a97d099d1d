import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import {
  PAGE_NAMES,
  packageFolderOf,
  parseRelease,
  ReleaseName,
  RemoteName,
  SEPARATE_PAGES,
  SHELL_NAME,
} from '../manifest';
import type { Release, RemoteManifest } from '../manifest';
import { checkContents } from '../store';
import type { FileContent, StoredFiles } from '../store';

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
  /** Folder of a release's file, and the file's name below it; both are safe to open. */
  readonly folder: string;
  readonly name: string;
}

/** Reader of the builds in the gateway's own checkout. */
export interface ReleaseFolder {
  /** Returns the sorted names of the shell, the pages without the shell and the remotes whose folders exist. */
  list(): Promise<readonly ReleaseName[]>;
  /** Reads the manifest of a build; returns `unchanged` if it hasn't changed since the last call. */
  inspect(name: ReleaseName): Promise<InspectionResult>;
  /** Finds a build's file in the best encoding that the browser accepts; null for a missing file. */
  locate(
    name: ReleaseName,
    path: string,
    acceptsEncoding: (encoding: 'br' | 'gzip') => boolean,
  ): Promise<LocatedFile | null>;
  /**
   * Finds the path of a build's file and checks its hash against the manifest; null for a missing or different file.
   */
  verify(name: ReleaseName, path: string, integrity: string): Promise<string | null>;
  /**
   * Reads all files of a remote's build, to store them in the database. Returns null for a development build, which
   * isn't stored, and for a build with a missing or different file.
   */
  readContents(release: Release): Promise<ReadonlyMap<string, FileContent> | null>;
}

const isMissingFileError = (fileError: unknown): boolean =>
  typeof fileError === 'object' &&
  fileError !== null &&
  'code' in fileError &&
  (fileError.code === 'ENOENT' || fileError.code === 'ENOTDIR');

const nullIfFileMissing = async <T>(fileOperation: Promise<T>): Promise<T | null> => {
  try {
    return await fileOperation;
  } catch (fileError) {
    if (isMissingFileError(fileError)) return null;
    throw fileError;
  }
};

const isRemoteManifest = (manifest: Release['manifest']): manifest is RemoteManifest => 'entry' in manifest;

/** Returns whether a build was made for development. Its files are large and change with every keystroke. */
const isDevelopmentBuild = ({ version }: RemoteManifest): boolean => version.includes('+dev.');

const ENCODING_VARIANTS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
  { encoding: null, suffix: '' },
] as const;

/** Creates the reader of the builds in the `dist` folders below `root`, one for each package. */
export const createReleaseFolder = (frontsFolder: string): ReleaseFolder => {
  const fingerprintByName = new Map<ReleaseName, string>();
  const folderOf = (releaseName: ReleaseName): string => join(frontsFolder, packageFolderOf(releaseName), 'dist');

  const fileSizeAt = async (folderPath: string, fileName: string): Promise<number | null> => {
    const fileStats = await nullIfFileMissing(stat(join(folderPath, fileName)));
    return fileStats?.isFile() ? fileStats.size : null;
  };

  return {
    async list() {
      const folderEntries = (await nullIfFileMissing(readdir(frontsFolder))) ?? [];
      const releaseNames: ReleaseName[] = folderEntries.flatMap(
        (folderEntry) => ReleaseName.safeParse(folderEntry).data ?? [],
      );
      for (const pageName of PAGE_NAMES)
        if ((await nullIfFileMissing(stat(join(frontsFolder, packageFolderOf(pageName))))) !== null)
          releaseNames.push(pageName);
      return releaseNames.sort();
    },

    async inspect(releaseName) {
      const file = join(folderOf(releaseName), releaseName === SHELL_NAME ? 'shell.json' : 'release.json');
      const fileStats = await nullIfFileMissing(stat(file));
      if (fileStats === null) {
        // Forgets the fingerprint of a missing manifest, so that a manifest that comes back is read again, even if its
        // time is the same.
        fingerprintByName.delete(releaseName);
        return { status: 'missing' };
      }
      const manifestFingerprint = `${fileStats.mtimeMs} ${fileStats.size} ${fileStats.ino}`;
      if (fingerprintByName.get(releaseName) === manifestFingerprint) return { status: 'unchanged' };
      try {
        const parsedRelease = parseRelease(releaseName, JSON.parse(await readFile(file, 'utf8')));
        fingerprintByName.set(releaseName, manifestFingerprint);
        return { status: 'found', release: parsedRelease };
      } catch (fileError) {
        if (isMissingFileError(fileError)) return { status: 'missing' };
        fingerprintByName.set(releaseName, manifestFingerprint);
        return { status: 'broken', cause: fileError };
      }
    },

    async locate(releaseName, path, acceptsEncoding) {
      const folderPath = folderOf(releaseName);
      // Returns null for a missing file even if a compressed variant of it exists.
      if ((await fileSizeAt(folderPath, path)) === null) return null;
      for (const { encoding, suffix } of ENCODING_VARIANTS) {
        if (encoding !== null && !acceptsEncoding(encoding)) continue;
        const fileSize = await fileSizeAt(folderPath, path + suffix);
        if (fileSize !== null) return { encoding, size: fileSize, folder: folderPath, name: path + suffix };
      }
      return null;
    },

    async verify(releaseName, path, expectedIntegrity) {
      const file = join(folderOf(releaseName), path);
      const fileBytes = await nullIfFileMissing(readFile(file));
      return fileBytes !== null &&
        `sha384-${createHash('sha384').update(fileBytes).digest('base64')}` === expectedIntegrity
        ? file
        : null;
    },

    async readContents({ name, manifest }) {
      if (!isRemoteManifest(manifest) || isDevelopmentBuild(manifest)) return null;
      const files = new Map<string, Buffer>();
      for (const fileName of Object.keys(manifest.files).flatMap((path) => [path, `${path}.br`])) {
        const content = await nullIfFileMissing(readFile(join(folderOf(name), fileName)));
        if (content !== null) files.set(fileName, content);
      }
      const contents = await checkContents(manifest, files);
      return contents.ok ? contents.value : null;
    },
  };
};

// Pattern of file names that builds produce. A name without a slash or a leading dot can't point outside of the folder.
const FILE_NAME_PATTERN = /^[A-Za-z0-9_-][A-Za-z0-9._-]*\.([a-z0-9]+)$/;
const HASHED_NAME_PATTERN = /\.[0-9a-f]{8,}\./;

const contentTypeByExtension: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  map: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

/** Returns the content type of a file that may be served; null for any other file, manifests included. */
const contentTypeOf = (file: string): string | null =>
  contentTypeByExtension[FILE_NAME_PATTERN.exec(file)?.[1] ?? ''] ?? null;

const YEAR_S = 31_536_000;

const cacheControlOf = (file: string): string =>
  HASHED_NAME_PATTERN.test(file) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache';

/**
 * Finds the file of a remote's stored release in the best encoding that the browser accepts; null for an unknown file.
 */
const locateStored = async (
  storedFiles: Pick<StoredFiles, 'find'>,
  { name, path }: { readonly name: ReleaseName; readonly path: string },
  acceptsBrotli: boolean,
): Promise<Pick<LocatedFile, 'encoding' | 'folder' | 'name'> | null> => {
  const cachedFile = await storedFiles.find(name, path);
  if (cachedFile === null) return null;
  const { folder, brotliName } = cachedFile;
  return acceptsBrotli && brotliName !== null
    ? { encoding: 'br', folder, name: brotliName }
    : { encoding: null, folder, name: cachedFile.name };
};

/**
 * Creates the router of the files of the shell, the pages without the shell and the remotes. Each request searches the
 * checkout's builds first, so that a new build is served at once, and then the store of releases.
 */
export const createAssetRouter = (releaseFolder: ReleaseFolder, storedFiles: Pick<StoredFiles, 'find'>): Router => {
  const serveFile = async (
    releaseName: ReleaseName,
    file: string,
    { request, response }: { request: Request; response: Response },
  ): Promise<boolean> => {
    const contentType = contentTypeOf(file);
    if (contentType === null) return false;
    const acceptsEncoding = (encodingName: 'br' | 'gzip'): boolean =>
      request.acceptsEncodings(encodingName) === encodingName;
    const locatedFile =
      (await releaseFolder.locate(releaseName, file, acceptsEncoding)) ??
      (await locateStored(storedFiles, { name: releaseName, path: file }, acceptsEncoding('br')));
    if (locatedFile === null) return false;
    response.set({
      'Content-Type': contentType,
      'Cache-Control': cacheControlOf(file),
      Vary: 'Accept-Encoding',
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
      const releaseName = releaseNameOf(request);
      const { file } = request.params;
      const isServed =
        releaseName !== null && typeof file === 'string' && (await serveFile(releaseName, file, { request, response }));
      if (!isServed) next();
    };

  const remoteNameOf = (request: Request): ReleaseName | null =>
    RemoteName.safeParse(request.params['name']).data ?? null;

  const router = Router({ strict: true, caseSensitive: true });
  router.get(
    '/assets/:file',
    assetHandler(() => SHELL_NAME),
  );
  for (const pageName of PAGE_NAMES)
    router.get(
      `${SEPARATE_PAGES[pageName].path}/:file`,
      assetHandler(() => pageName),
    );
  router.get('/remotes/:name/:file', assetHandler(remoteNameOf));
  return router;
};
