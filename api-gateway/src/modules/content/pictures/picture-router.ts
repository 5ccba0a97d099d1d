import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Router } from 'express';
import { drawPicture, readPicture, type Picture } from './picture';

const YEAR_S = 31_536_000;
// Some 5 kB each: the pictures of a world that are looked at.
const KEPT_PICTURES = 1000;

const pressHard = promisify(brotliCompress);
const press = promisify(gzip);

const PACKERS = {
  br: (svg: Buffer) => pressHard(svg, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (svg: Buffer) => press(svg),
  identity: async (svg: Buffer) => svg,
} as const;

type Encoding = keyof typeof PACKERS;

const createGallery = () => {
  const kept = new Map<string, Promise<Buffer>>();
  return (address: string, picture: Picture, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${address}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const packed = PACKERS[encoding](Buffer.from(drawPicture(picture)));
    kept.set(key, packed);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_PICTURES && oldest !== undefined) kept.delete(oldest);
    return packed;
  };
};

/** Pictures of our own under `/media/`: drawn when they are first asked for, kept by browsers for ever. A drawing that changes gets another name. */
export const createPictureRouter = (): Router => {
  const pictureOf = createGallery();
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/media/:kind/:file', async (request, response, next) => {
    const { kind, file } = request.params;
    const picture = readPicture(kind, file);
    if (picture === null) return next();
    const encoding = (['br', 'gzip'] as const).find((one) => request.acceptsEncodings(one) === one) ?? 'identity';
    const body = await pictureOf(`${kind}/${file}`, picture, encoding);
    // A picture is kept for a year, so it must not tell the time.
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
