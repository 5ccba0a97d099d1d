import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { err, MAX_RELEASE_FILES, ok } from '@mahlzeit/contract';
import type { ReleaseProblem, Result } from '@mahlzeit/contract';
import { valid } from 'semver';
import { extract } from 'tar-stream';
import type { Header } from 'tar-stream';
import * as z from 'zod/mini';
import { RemoteManifest } from '../manifest';
import { releaseProblem } from './release-problem';

/** Content of a release's file, and the same content compressed with Brotli; null without a compressed one. */
export interface FileContent {
  readonly content: Buffer;
  readonly brotli: Buffer | null;
}

/** A release whose files were checked against its manifest. */
export interface UnpackedRelease {
  readonly manifest: RemoteManifest;
  /** Content of the manifest file `release.json`. */
  readonly manifestFile: Buffer;
  /** Content of the conformance report; null for a release without it. */
  readonly reportFile: Buffer | null;
  readonly contents: ReadonlyMap<string, FileContent>;
}

// Maximum number of bytes of an unpacked release. The releases of the product's remotes have about three megabytes; the
// limit keeps a small archive from filling the memory.
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Name of the file with a release's manifest. */
export const MANIFEST_FILE = 'release.json';

/** Name of the file with a release's conformance report. */
export const REPORT_FILE = 'conformance.json';

// Maximum number of bytes of a manifest, because every page contains parts of each manifest. The manifests of the
// product's remotes have less than ten kilobytes.
const MAX_MANIFEST_BYTES = 256 * 1024;

/** Manifest of a production build, whose version ends with the hash of its content. */
const PublishedManifest = RemoteManifest.check(
  z.refine(({ version }) => valid(version) !== null && /\+[0-9a-f]{12}$/.test(version), {
    path: ['version'],
    error: 'is no semver with the hash of a production build',
  }),
);
const BROTLI_SUFFIX = '.br';

const unzip = promisify(gunzip);
const decompressBrotli = promisify(brotliDecompress);

const isUnsafeName = (fileName: string): boolean =>
  fileName.startsWith('/') || fileName.includes('\\') || fileName.includes('\0') || fileName.split('/').includes('..');

const entryProblemOf = ({ name, type }: Header): ReleaseProblem | null => {
  if (isUnsafeName(name)) return releaseProblem('unsafeName', { file: JSON.stringify(name.slice(0, 100)) });
  return type === 'file' || type === 'directory' ? null : releaseProblem('unsafeEntry', { file: name });
};

/** Reads the files of a tar. Folders below the release's own folder are no part of a release and are left out. */
const readTar = async (tar: Buffer): Promise<Result<ReadonlyMap<string, Buffer>, ReleaseProblem[]>> => {
  const files = new Map<string, Buffer>();
  let entryCount = 0;
  try {
    for await (const entry of Readable.from([tar]).pipe(extract())) {
      entryCount += 1;
      if (entryCount > MAX_RELEASE_FILES) return err([releaseProblem('tooManyFiles', { count: MAX_RELEASE_FILES })]);
      const entryProblem = entryProblemOf(entry.header);
      if (entryProblem !== null) return err([entryProblem]);
      const fileName = entry.header.name.replace(/^(?:\.\/)+/, '');
      const content = await buffer(entry);
      if (entry.header.type === 'file' && !fileName.includes('/')) files.set(fileName, content);
    }
  } catch {
    // Reports a damaged archive: the library throws for a header that can't be read and for an archive that ends in the
    // middle.
    return err([releaseProblem('damagedArchive')]);
  }
  return ok(files);
};

/** Returns the hash of a content in the form of the attribute `integrity`. */
export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

const brotliOf = async (
  path: string,
  content: Buffer,
  files: ReadonlyMap<string, Buffer>,
): Promise<Result<Buffer | null, ReleaseProblem>> => {
  const brotli = files.get(`${path}${BROTLI_SUFFIX}`);
  if (brotli === undefined) return ok(null);
  const decompressed = await decompressBrotli(brotli, { maxOutputLength: content.length + 1 }).catch(() => null);
  return decompressed !== null && decompressed.equals(content)
    ? ok(brotli)
    : err(releaseProblem('brotliMismatch', { file: path }));
};

const checkFile = async (
  [path, integrity]: readonly [path: string, integrity: string],
  files: ReadonlyMap<string, Buffer>,
): Promise<Result<readonly [string, FileContent], ReleaseProblem>> => {
  const content = files.get(path);
  if (content === undefined) return err(releaseProblem('fileMissing', { file: path }));
  if (integrityOf(content) !== integrity) return err(releaseProblem('hashMismatch', { file: path }));
  const brotli = await brotliOf(path, content, files);
  return brotli.ok ? ok([path, { content, brotli: brotli.value }]) : brotli;
};

/** Checks each file that the manifest lists: it must be there, with the hash that the manifest gives. */
export const checkContents = async (
  manifest: RemoteManifest,
  files: ReadonlyMap<string, Buffer>,
): Promise<Result<ReadonlyMap<string, FileContent>, ReleaseProblem[]>> => {
  const checkedFiles = await Promise.all(Object.entries(manifest.files).map((file) => checkFile(file, files)));
  const problems = checkedFiles.flatMap((checkedFile) => (checkedFile.ok ? [] : [checkedFile.error]));
  if (problems.length > 0) return err(problems);
  return ok(new Map(checkedFiles.flatMap((checkedFile) => (checkedFile.ok ? [checkedFile.value] : []))));
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Returns undefined for invalid JSON. The schema then refuses the missing value.
    return undefined;
  }
};

const parseManifest = (manifestFile: Buffer): Result<RemoteManifest, ReleaseProblem[]> => {
  const manifest = PublishedManifest.safeParse(
    manifestFile.length > MAX_MANIFEST_BYTES ? undefined : parseJson(manifestFile.toString('utf8')),
  );
  if (manifest.success) return ok(manifest.data);
  return err(
    manifest.error.issues
      .slice(0, 10)
      .map(({ path, message }) =>
        releaseProblem('manifestInvalid', { field: path.join('.') || 'Inhalt', rule: message }),
      ),
  );
};

/** Unpacks a gzipped tar of a release's folder and checks all its files. Returns all problems that it finds. */
export const unpackRelease = async (archive: Uint8Array): Promise<Result<UnpackedRelease, ReleaseProblem[]>> => {
  const tar = await unzip(archive, { maxOutputLength: MAX_UNPACKED_BYTES }).catch(() => null);
  if (tar === null) return err([releaseProblem('damagedArchive')]);
  const files = await readTar(tar);
  if (!files.ok) return files;
  const manifestFile = files.value.get(MANIFEST_FILE);
  if (manifestFile === undefined) return err([releaseProblem('manifestMissing')]);
  const manifest = parseManifest(manifestFile);
  if (!manifest.ok) return manifest;
  if (Object.keys(manifest.value.files).length > MAX_RELEASE_FILES)
    return err([releaseProblem('tooManyFiles', { count: MAX_RELEASE_FILES })]);
  const contents = await checkContents(manifest.value, files.value);
  if (!contents.ok) return contents;
  const reportFile = files.value.get(REPORT_FILE) ?? null;
  return ok({ manifest: manifest.value, manifestFile, reportFile, contents: contents.value });
};
