import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Router } from 'express';
import { drawPicture, readPicture, type Picture } from './picture';

const YEAR_S = 31_536_000;
// Some 5 kB each: the pictures that are looked at.
const CACHED_PICTURES = 1000;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const COMPRESS = {
  br: (svg: Buffer) => compressBrotli(svg, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (svg: Buffer) => compressGzip(svg),
  identity: async (svg: Buffer) => svg,
} as const;

type Encoding = keyof typeof COMPRESS;

const createPictureCache = () => {
  const cached = new Map<string, Promise<Buffer>>();
  return (address: string, picture: Picture, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${address}`;
    const known = cached.get(key);
    if (known !== undefined) return known;
    const compressed = COMPRESS[encoding](Buffer.from(drawPicture(picture)));
    cached.set(key, compressed);
    const [oldest] = cached.keys();
    if (cached.size > CACHED_PICTURES && oldest !== undefined) cached.delete(oldest);
    return compressed;
  };
};

/** Pictures of our own under `/media/`: drawn when they are first asked for, cached by browsers for ever. A drawing that changes gets another name. */
export const createPictureRouter = (): Router => {
  const pictureOf = createPictureCache();
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/media/:kind/:file', async (request, response, next) => {
    const { kind, file } = request.params;
    const picture = readPicture(kind, file);
    if (picture === null) return next();
    const encoding = (['br', 'gzip'] as const).find((one) => request.acceptsEncodings(one) === one) ?? 'identity';
    const body = await pictureOf(`${kind}/${file}`, picture, encoding);
    // A picture is cached for a year, so it must not tell the time.
    response.removeHeader('X-Mahlzeit-Now');
    response.set({
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': `public, max-age=${YEAR_S}, immutable`,
      // Opened by itself it is a document: one that may run and fetch nothing.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
    });
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.end(body);
  });
  return router;
};
