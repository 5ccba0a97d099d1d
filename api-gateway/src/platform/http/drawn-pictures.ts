import { LRUCache } from 'lru-cache';
import type { RateLimiter } from '../ephemeral-store';
import { AppError } from '../errors';
import { consumeAttempt } from '../rate-limit';
import { createSingleFlight } from '../single-flight';

interface PictureRequest {
  /** Id of the picture's content: equal keys mean equal pictures. */
  readonly key: string;
  /** Client address, for the rate limit. */
  readonly address: string;
  readonly draw: () => Promise<Uint8Array>;
}

interface DrawnPicturesDeps {
  /** Maximum bytes of cached pictures. */
  readonly maxBytes: number;
  /** Limits the number of drawings for each address. A cached picture and a drawing in progress don't count. */
  readonly limiter: RateLimiter;
}

/**
 * Returns a picture from the cache or draws it. Rejects with `ErrorTooManyAttempts` when the address has exceeded its
 * limit, and with the drawing's own errors.
 */
export type DrawnPictures = (request: PictureRequest) => Promise<Uint8Array>;

/**
 * Creates a function that draws each picture only once for simultaneous and later callers. The cache stores the most
 * recently used pictures.
 */
export const createDrawnPictures = ({ maxBytes, limiter }: DrawnPicturesDeps): DrawnPictures => {
  const pictureCache = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const runningDrawings = createSingleFlight<Uint8Array>();

  const drawAndCache = async (request: PictureRequest): Promise<Uint8Array> => {
    const drawnPicture = await request.draw();
    pictureCache.set(request.key, drawnPicture);
    return drawnPicture;
  };

  return async (request) => {
    const existingPicture = pictureCache.get(request.key) ?? runningDrawings.current(request.key);
    if (existingPicture !== undefined) return existingPicture;
    const attemptAdmission = await consumeAttempt(limiter, request.address);
    if (!attemptAdmission.ok) throw new AppError(attemptAdmission.error.code, attemptAdmission.error);
    const startedDrawing = runningDrawings.current(request.key);
    if (startedDrawing === undefined) return runningDrawings.run(request.key, () => drawAndCache(request));
    // Another caller has started the same drawing in the meantime, so this address gets its attempt back.
    await limiter.refund(request.address);
    return startedDrawing;
  };
};
