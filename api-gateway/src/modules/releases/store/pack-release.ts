import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pack } from 'tar-stream';
import * as z from 'zod/mini';
import { errorCodeOf } from '../../../platform/errors';
import { MANIFEST_FILE, REPORT_FILE } from './release-archive';

const zip = promisify(gzip);

// Compression level of the archive. The files of a release are compressed already, so the fastest level is enough.
const GZIP_LEVEL = 1;

/** Packs files into a gzipped tar. */
export const packFiles = async (files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> => {
  const archive = pack();
  for (const [name, content] of files) archive.entry({ name }, Buffer.from(content));
  archive.finalize();
  return zip(await buffer(archive), { level: GZIP_LEVEL });
};

const PackedManifest = z.object({ files: z.record(z.string(), z.unknown()) });

const nullIfMissing = async (file: string): Promise<Buffer | null> => {
  try {
    return await readFile(file);
  } catch (fileError) {
    if (errorCodeOf(fileError) === 'ENOENT') return null;
    throw fileError;
  }
};

/**
 * Packs the folder of a built remote: the manifest, the report of the conformance suite, the files that the manifest
 * lists and their Brotli files. A missing file is left out, and the gateway then reports it. Throws when the folder
 * holds no readable manifest.
 */
export const packRelease = async (folder: string): Promise<Buffer> => {
  const manifestFile = await readFile(join(folder, MANIFEST_FILE));
  const { files: listedFiles } = PackedManifest.parse(JSON.parse(manifestFile.toString('utf8')));
  const files = new Map<string, Uint8Array>([[MANIFEST_FILE, manifestFile]]);
  const paths = Object.keys(listedFiles).flatMap((listedPath) => [listedPath, `${listedPath}.br`]);
  for (const path of [REPORT_FILE, ...paths]) {
    const content = await nullIfMissing(join(folder, path));
    if (content !== null) files.set(path, content);
  }
  return packFiles(files);
};
