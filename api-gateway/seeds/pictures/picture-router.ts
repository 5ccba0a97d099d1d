import { Router } from 'express';
import { clientAddress, createDrawnPictures } from '../../src/platform';
import type { CreateRateLimiter } from '../../src/platform';
import { readPicture } from './picture';
import type { Picture, PictureEncoding } from './picture';

const YEAR_S = 31_536_000;
// Some 5 kB each: the pictures that are looked at.
const KEPT_BYTES = 8_000_000;

// A list shows a hundred, and many may sit behind one address; there are some ten thousand in all.
const DRAWN_PER_ADDRESS = { points: 1200, durationMs: 60_000 } as const;

export interface PictureDeps {
  readonly createRateLimiter: CreateRateLimiter;
  /** Draws one and packs it; rejects with `unavailable` where there is no room. */
  readonly drawPicture: (picture: Picture, encoding: PictureEncoding) => Promise<Uint8Array>;
}

/**
 * Pictures of our own under `/media/`: drawn when they are first asked for, cached by browsers for ever. A drawing that
 * changes gets another name.
 */
export const createPictureRouter = ({ createRateLimiter, drawPicture }: PictureDeps): Router => {
  const pictureOf = createDrawnPictures({
    maxBytes: KEPT_BYTES,
    limiter: createRateLimiter('picture', DRAWN_PER_ADDRESS),
  });
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/media/:kind/:file', async (request, response, next) => {
    const { kind, file } = request.params;
    const picture = readPicture(kind, file);
    if (picture === null) return next();
    const encoding = (['br', 'gzip'] as const).find((one) => request.acceptsEncodings(one) === one) ?? 'identity';
    const body = await pictureOf({
      key: `${encoding} ${kind}/${file}`,
      address: clientAddress(request),
      draw: () => drawPicture(picture, encoding),
    });
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
