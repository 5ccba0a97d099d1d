import { Router } from 'express';
import { clientAddress, CLOSED_POLICY, createDrawnPictures } from '../../platform';
import type { CreateRateLimiter } from '../../platform';
import { readPicture } from './picture';
import type { Picture, PictureEncoding } from './picture';

const YEAR_SECONDS = 31_536_000;
// Maximum number of bytes of cached pictures. A picture has about 5 kB, so only the most used ones are cached.
const MAX_CACHED_PICTURE_BYTES = 8_000_000;

// Number of pictures that are drawn for one IP address within a minute. A list shows a hundred pictures, many users may
// share one IP address, and about ten thousand pictures exist.
const DRAWING_LIMIT = { points: 1200, durationMs: 60_000 } as const;

export interface PictureDeps {
  readonly createRateLimiter: CreateRateLimiter;
  /** Draws and compresses a picture. Rejects with `unavailable` when too many drawings are waiting. */
  readonly drawPicture: (picture: Picture, encoding: PictureEncoding) => Promise<Uint8Array>;
}

/**
 * Creates the router of drawn pictures under `/media/`. A picture is drawn at its first request, and browsers cache it
 * for a year. When its drawing changes, the picture gets another URL.
 */
export const createPictureRouter = ({ createRateLimiter, drawPicture }: PictureDeps): Router => {
  const getPicture = createDrawnPictures({
    maxBytes: MAX_CACHED_PICTURE_BYTES,
    limiter: createRateLimiter('picture', DRAWING_LIMIT),
  });
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/media/:kind/:file', async (request, response, next) => {
    const { kind, file } = request.params;
    const picture = readPicture(kind, file);
    if (picture === null) return next();
    const encoding =
      (['br', 'gzip'] as const).find(
        (candidateEncoding) => request.acceptsEncodings(candidateEncoding) === candidateEncoding,
      ) ?? 'identity';
    const pictureBody = await getPicture({
      key: `${encoding} ${kind}/${file}`,
      address: clientAddress(request),
      draw: () => drawPicture(picture, encoding),
    });
    // Browsers cache a picture for a year, so the response must not contain the current time.
    response.removeHeader('X-Mahlzeit-Now');
    response.set({
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
      // A browser that opens the SVG directly treats it as a document, which must not run or load anything.
      'Content-Security-Policy': `${CLOSED_POLICY}; style-src 'unsafe-inline'; sandbox`,
      Vary: 'Accept-Encoding',
    });
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.end(pictureBody);
  });
  return router;
};
