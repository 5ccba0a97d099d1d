import { Router } from 'express';
import { clientAddress, createDrawnPictures } from '../../platform';
import type { CreateRateLimiter } from '../../platform';
import { readPicture } from './picture';
import type { Picture, PictureEncoding } from './picture';

const YEAR_S = 31_536_000;
// About 5 kB each: the most used pictures.
const KEPT_BYTES = 8_000_000;

// A list shows a hundred pictures, and many users may share one address; there are about ten thousand in all.
const DRAWN_PER_ADDRESS = { points: 1200, durationMs: 60_000 } as const;

export interface PictureDeps {
  readonly createRateLimiter: CreateRateLimiter;
  /** Draws and compresses a picture. Rejects with `unavailable` when too many drawings wait. */
  readonly drawPicture: (picture: Picture, encoding: PictureEncoding) => Promise<Uint8Array>;
}

/**
 * Serves generated pictures under `/media/`, drawn at the first request and cached by browsers for a year. A changed
 * drawing gets another name.
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
    const encoding =
      (['br', 'gzip'] as const).find((candidate) => request.acceptsEncodings(candidate) === candidate) ?? 'identity';
    const body = await pictureOf({
      key: `${encoding} ${kind}/${file}`,
      address: clientAddress(request),
      draw: () => drawPicture(picture, encoding),
    });
    // A picture is cached for a year, so it must not contain the time.
    response.removeHeader('X-Mahlzeit-Now');
    response.set({
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': `public, max-age=${YEAR_S}, immutable`,
      // Opened directly, the SVG is a document, which may not run or load anything.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
    });
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.end(body);
  });
  return router;
};
