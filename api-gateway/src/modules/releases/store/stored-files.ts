import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { createSingleFlight, randomKey } from '../../../platform';
import type { Database } from '../../../platform';
import type { FileContent } from './release-archive';
import { createReleaseRepository } from './release-repository';

/** A file of a stored release on the gateway's disk. */
export interface CachedFile {
  /** Absolute path of the folder of the cache. */
  readonly folder: string;
  /** Name of the file in this folder. */
  readonly name: string;
  /** Name of the file with the Brotli content; null without one. */
  readonly brotliName: string | null;
}

/** Files of stored releases. Each gateway keeps a copy of the files that it has served on its disk. */
export interface StoredFiles {
  /** Finds a remote's file, whatever release it belongs to; null for an unknown one. */
  find(name: string, path: string): Promise<CachedFile | null>;
  /** Finds the path of a file and checks its hash; null for an unknown or damaged file. */
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

/** Creates the files of stored releases, with a cache in `cacheFolder`, which may be deleted at any time. */
export const createStoredFiles = (database: Database, cacheFolder: string): StoredFiles => {
  const flight = createSingleFlight<CachedFile | null>();

  /** Writes under another name and renames, so that nobody reads an incomplete file. */
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
    // The Brotli file is written first, so a cached file is complete.
    if (!(await exists(join(cacheFolder, fileName)))) return fillCache(integrity, fileName);
    const hasBrotli = await exists(join(cacheFolder, `${fileName}.br`));
    return { folder: cacheFolder, name: fileName, brotliName: hasBrotli ? `${fileName}.br` : null };
  };

  const find: StoredFiles['find'] = async (name, path) => {
    // The hash isn't remembered: after a release was deleted, another one may use its path for another content.
    const integrity = await database.read((knex) => createReleaseRepository(knex).findIntegrity(name, path));
    return integrity === null ? null : flight.run(integrity, () => findCached(integrity));
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
