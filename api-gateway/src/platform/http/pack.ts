import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A body in the encoding that it is sent in. */
export interface CompressedBody {
  readonly encoding: 'br' | 'gzip' | null;
  readonly body: Buffer;
}

// Made anew for each answer: five is where brotli beats gzip and still takes about a millisecond.
const QUALITY = 5;

/** Compresses a text in the best of the accepted encodings. */
export const compress = async (text: string, accepts: (encoding: 'br' | 'gzip') => boolean): Promise<CompressedBody> => {
  const plain = Buffer.from(text);
  if (accepts('br')) return { encoding: 'br', body: await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }) };
  if (accepts('gzip')) return { encoding: 'gzip', body: await zip(plain) };
  return { encoding: null, body: plain };
};
