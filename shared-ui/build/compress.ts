import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest|ico)$/;

const twin = async (file: string, content: Buffer): Promise<void> => {
  await Promise.all([
    toBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }).then((packed) => writeFile(`${file}.br`, packed)),
    toGzip(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
};

/**
 * Writes `file.br` and `file.gz` and answers the bytes that brotli needs. Names carry a hash of the content, so an
 * existing twin is right by its name alone.
 */
export const compress = async (file: string): Promise<number> => {
  const content = await readFile(file);
  if (!COMPRESSIBLE.test(file)) return content.length;
  if (!existsSync(`${file}.br`) || !existsSync(`${file}.gz`)) await twin(file, content);
  return (await readFile(`${file}.br`)).length;
};
