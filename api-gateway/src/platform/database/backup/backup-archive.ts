import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import type { Extract, Pack } from 'tar-stream';
import texts from '../../../../locales/de.json';
import { errorCodeOf } from '../../errors';
import { fillText } from '../../escape';
import { AnyManifest, BACKUP_FORMAT, BackupManifest, BackupRefusedError } from './backup-manifest';
import { flushWhileWritten } from './flush-while-written';

/** Type of a file within a tar archive. */
type Entry = Extract extends AsyncIterable<infer File> ? File : never;

// Name of the manifest in a backup. The backup is a tar archive, so that an operator can inspect it with tar and
// sha256sum alone.
const MANIFEST_NAME = 'manifest.json';
const MANIFEST_CHECKSUM_NAME = 'manifest.json.sha256';

/** A file with its size and the SHA-256 of its content as hexadecimal digits. */
export interface CheckedFile {
  readonly bytes: number;
  readonly sha256: string;
}

interface Meter {
  measure(chunks: AsyncIterable<unknown>): AsyncGenerator<Uint8Array>;
  end(): CheckedFile;
}

/** Creates a stream that passes chunks on and measures their size and checksum. */
const createMeter = (): Meter => {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *measure(chunks) {
      for await (const chunk of chunks) {
        if (!(chunk instanceof Uint8Array)) throw new TypeError('A file consists of bytes');
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    end: (): CheckedFile => ({ bytes, sha256: hash.digest('hex') }),
  };
};

/** Reads a file to its end and returns its size and checksum. */
export const checkFile = async (file: string): Promise<CheckedFile> => {
  const meter = createMeter();
  for await (const chunk of meter.measure(createReadStream(file))) void chunk;
  return meter.end();
};

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

const checksumLineOf = (manifestText: string): string => `${sha256Of(manifestText)}  ${MANIFEST_NAME}\n`;

const addFile = async (archive: Pack, { name, bytes }: BackupManifest['database'], file: string): Promise<void> => {
  const entry = archive.entry({ name, size: bytes, mode: 0o600 });
  for await (const chunk of createReadStream(file)) if (!entry.write(chunk)) await once(entry, 'drain');
  entry.end(undefined);
  await once(entry, 'finish');
  archive.finalize();
};

/**
 * Writes a backup as one file that only this user can read, and returns its size and checksum. The file appears as a
 * whole or not at all. Throws `BackupRefusedError` if a file of this name exists already.
 */
export const writeArchive = async (
  file: string,
  manifest: BackupManifest,
  databaseFile: string,
): Promise<CheckedFile> => {
  const [partialFile, archive, meter] = [`${databaseFile}.tar`, pack(), createMeter()];
  const manifestText = `${JSON.stringify(manifest, null, 2)}\n`;
  archive.entry({ name: MANIFEST_NAME, mode: 0o600 }, manifestText);
  archive.entry({ name: MANIFEST_CHECKSUM_NAME, mode: 0o600 }, checksumLineOf(manifestText));
  // Writes the content to the disk before the file gets its final name.
  await flushWhileWritten(partialFile, () =>
    Promise.all([
      pipeline(meter.measure(archive), createWriteStream(partialFile, { flags: 'wx', mode: 0o600 })),
      addFile(archive, manifest.database, databaseFile),
    ]),
  );
  try {
    // Gives the file its final name by a hard link, which is created as a whole or not at all and never replaces a
    // file.
    linkSync(partialFile, file);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
    throw new BackupRefusedError([fillText(texts.backupFileExists, { file })]);
  } finally {
    rmSync(partialFile);
  }
  return meter.end();
};

const TAR_BLOCK_BYTES = 512;

/**
 * Returns the size of a tar archive with files of these sizes: a header and full blocks for each file, and two blocks
 * at its end.
 */
const tarBytesOf = (fileSizes: readonly number[]): number =>
  fileSizes.reduce(
    (sum, bytes) => sum + TAR_BLOCK_BYTES + Math.ceil(bytes / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES,
    2 * TAR_BLOCK_BYTES,
  );

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** An unpacked backup: the database in a separate file, and the checksum of the manifest. */
export interface UnpackedBackup {
  readonly manifest: BackupManifest;
  readonly databaseFile: string;
}

type ArchiveProblem = 'restoreFileForeign' | 'restoreFileCut' | 'restoreFileDamaged';

const refusalOf = (reason: ArchiveProblem, file: string): BackupRefusedError =>
  new BackupRefusedError([fillText(texts[reason], { file })]);

const parseManifest = (manifestText: string, file: string): BackupManifest => {
  const content = parseJson(manifestText);
  const anyManifest = AnyManifest.safeParse(content);
  if (!anyManifest.success) throw refusalOf('restoreFileForeign', file);
  if (anyManifest.data.mahlzeitBackup > BACKUP_FORMAT)
    throw new BackupRefusedError([fillText(texts.restoreFileNewer, { file, schema: '?' })]);
  const manifest = BackupManifest.safeParse(content);
  if (!manifest.success) throw refusalOf('restoreFileDamaged', file);
  return manifest.data;
};

const unpackDatabase = async (entry: Entry, databaseFile: string): Promise<CheckedFile> => {
  const meter = createMeter();
  await pipeline(meter.measure(entry), createWriteStream(databaseFile, { flags: 'wx', mode: 0o600 }));
  return meter.end();
};

interface ArchiveFiles {
  readonly file: string;
  /** Path of the file into which the database of the backup is unpacked. */
  readonly databaseFile: string;
}

/** Parts of a backup archive that were read so far; an archive that ends early lacks some. */
interface ReadParts {
  manifestText: string | null;
  checksumLine: string | null;
  database: CheckedFile | null;
  readonly fileSizes: number[];
}

const readEntry = async (parts: ReadParts, entry: Entry, { file, databaseFile }: ArchiveFiles): Promise<void> => {
  const { name, size = 0 } = entry.header;
  if (parts.fileSizes.length === 0 && name !== MANIFEST_NAME) throw refusalOf('restoreFileForeign', file);
  parts.fileSizes.push(size);
  if (name === MANIFEST_NAME) parts.manifestText = (await buffer(entry)).toString();
  else if (name === MANIFEST_CHECKSUM_NAME) parts.checksumLine = (await buffer(entry)).toString();
  else parts.database = await unpackDatabase(entry, databaseFile);
};

const UNEXPECTED_END = /unexpected end/i;

/** Reads all files of a backup archive. Throws `BackupRefusedError` for an archive that can't be read to its end. */
const readParts = async (files: ArchiveFiles): Promise<ReadParts> => {
  const parts: ReadParts = { manifestText: null, checksumLine: null, database: null, fileSizes: [] };
  const archive = extract();
  const source = createReadStream(files.file).on('error', (error) => archive.destroy(error));
  try {
    for await (const entry of source.pipe(archive)) await readEntry(parts, entry, files);
    return parts;
  } catch (error) {
    if (error instanceof BackupRefusedError || errorCodeOf(error) !== null) throw error;
    // The library throws errors without a code for a header that can't be read and for an archive that ends early: the
    // file is no backup, or it is cut.
    if (parts.fileSizes.length === 0) throw refusalOf('restoreFileForeign', files.file);
    throw refusalOf(UNEXPECTED_END.test(String(error)) ? 'restoreFileCut' : 'restoreFileDamaged', files.file);
  } finally {
    source.destroy();
  }
};

/**
 * Unpacks a backup into a folder and checks all of its bytes. Throws `BackupRefusedError` for a file that is no backup,
 * that is damaged or cut, and for a backup in the format of a newer release.
 */
export const unpackArchive = async (file: string, folder: string): Promise<UnpackedBackup> => {
  const fileBytes = statSync(file, { throwIfNoEntry: false })?.size;
  if (fileBytes === undefined) throw new BackupRefusedError([fillText(texts.restoreFileMissing, { file })]);
  const databaseFile = join(folder, 'database');
  const { manifestText, checksumLine, database, fileSizes } = await readParts({ file, databaseFile });
  if (manifestText === null) throw refusalOf('restoreFileForeign', file);
  if (fileBytes < tarBytesOf(fileSizes) || checksumLine === null || database === null)
    throw refusalOf('restoreFileCut', file);
  if (fileBytes > tarBytesOf(fileSizes) || checksumLine !== checksumLineOf(manifestText))
    throw refusalOf('restoreFileDamaged', file);
  const manifest = parseManifest(manifestText, file);
  if (database.sha256 !== manifest.database.sha256 || database.bytes !== manifest.database.bytes)
    throw refusalOf('restoreFileDamaged', file);
  return { manifest, databaseFile };
};
