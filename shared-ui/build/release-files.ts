import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { BuildMode } from './base-config';

/** Returns the hash of a file, as the HTML attribute `integrity` contains it. */
export const integrityOf = (file: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const COMPRESSIBLE_FILE_PATTERN = /\.(js|css|svg|json|txt|webmanifest|ico)$/;

const writeCompressed = async (file: string, content: Buffer): Promise<void> => {
  await Promise.all([
    compressBrotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }).then((brotliContent) => writeFile(`${file}.br`, brotliContent)),
    compressGzip(content, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
  ]);
};

/**
 * Writes `file.br` and `file.gz`, and returns the size of the brotli file in bytes. File names contain a hash of the
 * content, so an existing compressed file is always current.
 */
const compressFile = async (file: string): Promise<number> => {
  const content = await readFile(file);
  if (!COMPRESSIBLE_FILE_PATTERN.test(file)) return content.length;
  if (!existsSync(`${file}.br`) || !existsSync(`${file}.gz`)) await writeCompressed(file, content);
  return (await readFile(`${file}.br`)).length;
};

/** File of a release: path below dist, hash, and size in bytes as transferred. */
export interface ReleaseFile {
  readonly path: string;
  readonly integrity: string;
  /** Size in bytes of the brotli file; size of the file itself when it isn't compressed. */
  readonly weight: number;
}

const UNLISTED_FILE_PATTERN = /\.(map|br|gz)$|\.LICENSE\.txt$/;

/**
 * Returns the emitted files that belong into the manifest, sorted by path. A production build also writes compressed
 * files; a development build skips this to save time.
 */
export const finishFiles = async (
  distFolder: string,
  emittedFiles: readonly string[],
  mode: BuildMode,
): Promise<readonly ReleaseFile[]> => {
  const compressedWeightOf = (file: string): Promise<number> | number =>
    mode === 'production' ? compressFile(file) : statSync(file).size;
  const listedFiles = emittedFiles.filter((path) => !UNLISTED_FILE_PATTERN.test(path)).sort();
  return Promise.all(
    listedFiles.map(async (path) => ({
      path,
      integrity: integrityOf(join(distFolder, path)),
      weight: await compressedWeightOf(join(distFolder, path)),
    })),
  );
};

const ListedReleaseSchema = z.object({ files: z.record(z.string(), z.string()) });

const readListedRelease = (manifestFile: string): z.infer<typeof ListedReleaseSchema> => {
  try {
    return ListedReleaseSchema.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  } catch {
    // Without a previous manifest, or with a manifest of another format, the build keeps no older files.
    return { files: {} };
  }
};

/** File name of the manifest that a build publishes. */
type ReleaseManifestName = 'release.json' | 'shell.json';

/** File with the hash of the sources from which the release in the folder was built. */
const INPUT_HASH_FILE = '.input-hash';

/** Stores the hash of the sources from which the release in the folder was built. */
export const writeInputHash = (distFolder: string, inputHash: string): void =>
  writeFileSync(join(distFolder, INPUT_HASH_FILE), inputHash);

/** Removes the stored hash of the sources, because the release in the folder is about to be replaced. */
export const removeInputHash = (distFolder: string): void => rmSync(join(distFolder, INPUT_HASH_FILE), { force: true });

/** Returns whether the folder holds all files of a release that was built from the sources with this hash. */
export const holdsRelease = (distFolder: string, manifestName: ReleaseManifestName, inputHash: string): boolean => {
  const inputHashFile = join(distFolder, INPUT_HASH_FILE);
  return (
    existsSync(inputHashFile) &&
    readFileSync(inputHashFile, 'utf8') === inputHash &&
    existsSync(join(distFolder, manifestName)) &&
    Object.keys(readListedRelease(join(distFolder, manifestName)).files).every((path) =>
      existsSync(join(distFolder, path)),
    )
  );
};

/** Writes JSON to a temporary file and renames it, so that other processes never read an incomplete file. */
export const writeJsonAtomically = (file: string, content: unknown): void => {
  writeFileSync(`${file}.part`, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(`${file}.part`, file);
};

const ALWAYS_KEPT_FILES = new Set([
  'release.json',
  'shell.json',
  'sizes.json',
  '.build-hash',
  INPUT_HASH_FILE,
  'alone',
]);

const baseNameOf = (fileNameWithSuffix: string): string =>
  fileNameWithSuffix.replace(/\.(br|gz|map|LICENSE\.txt)$/, '');

/**
 * Publishes `manifest`. Then removes all files that are named neither by `manifest` nor by the previous manifest. Open
 * pages use the previous one and may still request its chunks.
 */
export const publish = (
  dist: string,
  name: ReleaseManifestName,
  manifest: { readonly version: string; readonly files: Readonly<Record<string, string>> },
): void => {
  const requiredFiles = new Set([
    ...Object.keys(manifest.files),
    ...Object.keys(readListedRelease(join(dist, name)).files),
  ]);
  writeJsonAtomically(join(dist, name), manifest);
  for (const fileName of readdirSync(dist)) {
    if (
      ALWAYS_KEPT_FILES.has(fileName) ||
      requiredFiles.has(baseNameOf(fileName)) ||
      !statSync(join(dist, fileName)).isFile()
    )
      continue;
    rmSync(join(dist, fileName));
  }
};
