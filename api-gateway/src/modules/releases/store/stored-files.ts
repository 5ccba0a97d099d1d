import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { createSingleFlight, randomKey } from '../../../platform';
import type { Database } from '../../../platform';
import type { FileContent } from './release-archive';
import { createReleaseRepository } from './release-repository';

/** A file of a stored release in the cache on the gateway's disk. */
export interface CachedFile {
  /** Absolute path of the cache's folder. */
  readonly folder: string;
  /** Name of the file in the cache's folder. */
  readonly name: string;
  /** Name of the cached file with the Brotli content; null without one. */
  readonly brotliName: string | null;
}

/** Reader of the files of stored releases. Each gateway caches the files that it has served on its disk. */
export interface StoredFiles {
  /** Finds a file of a remote, whichever release it belongs to; null for an unknown file. */
  find(name: string, path: string): Promise<CachedFile | null>;
  /** Finds the path of a remote's file and checks its hash; null for an unknown or damaged file. */
  verify(name: string, path: string, integrity: string): Promise<string | null>;
}

const decompressBrotli = promisify(brotliDecompress);

const hexNameOf = (integrity: string): string =>
  Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');

const isIntact = (integrity: string, content: Buffer): boolean =>
  `sha384-${createHash('sha384').update(content).digest('base64')}` === integrity;

const exists = async (file: string): Promise<boolean> =>
  stat(file).then(
    (fileStats) => fileStats.isFile(),
    () => false,
  );

/**
 * Creates the reader of the files of stored releases, with a cache in `cacheFolder`, which may be deleted at any time.
 */
export const createStoredFiles = (database: Database, cacheFolder: string): StoredFiles => {
  const singleFlight = createSingleFlight<CachedFile | null>();

  /** Writes a file under another name and then renames it, so that nobody reads an incomplete file. */
  const writeWhole = async (fileName: string, content: Buffer): Promise<void> => {
    const temporaryFile = join(cacheFolder, `${fileName}.${randomKey()}.part`);
    await writeFile(temporaryFile, content);
    await rename(temporaryFile, join(cacheFolder, fileName));
  };

  const isUsable = async (integrity: string, { content, brotli }: FileContent): Promise<boolean> =>
    isIntact(integrity, content) && (brotli === null || (await decompressBrotli(brotli)).equals(content));

  const fillCache = async (integrity: string, fileName: string): Promise<CachedFile | null> => {
    const content = await database.read((knex) => createReleaseRepository(knex).findContent(integrity));
    if (content === null) return null;
    if (!(await isUsable(integrity, content))) throw new Error(`The stored content of ${integrity} is damaged`);
    await mkdir(cacheFolder, { recursive: true });
    if (content.brotli !== null) await writeWhole(`${fileName}.br`, content.brotli);
    await writeWhole(fileName, content.content);
    return { folder: cacheFolder, name: fileName, brotliName: content.brotli === null ? null : `${fileName}.br` };
  };

  const findCached = async (integrity: string): Promise<CachedFile | null> => {
    const fileName = hexNameOf(integrity);
    // Fills the cache if the file is missing. The Brotli file is written first, so a cached file is complete.
    if (!(await exists(join(cacheFolder, fileName)))) return fillCache(integrity, fileName);
    const hasBrotli = await exists(join(cacheFolder, `${fileName}.br`));
    return { folder: cacheFolder, name: fileName, brotliName: hasBrotli ? `${fileName}.br` : null };
  };

  const find: StoredFiles['find'] = async (name, path) => {
    // Reads the hash each time: after a release was deleted, another release may use the same path for another content.
    const integrity = await database.read((knex) => createReleaseRepository(knex).findIntegrity(name, path));
    return integrity === null ? null : singleFlight.run(integrity, () => findCached(integrity));
  };

  return {
    find,
    async verify(name, path, expectedIntegrity) {
      const cachedFile = await find(name, path);
      if (cachedFile === null) return null;
      const file = join(cachedFile.folder, cachedFile.name);
      return isIntact(expectedIntegrity, await readFile(file)) ? file : null;
    },
  };
};
