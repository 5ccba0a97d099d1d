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
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const drawings = createSingleFlight<Uint8Array>();

  const drawAndCache = async (request: PictureRequest): Promise<Uint8Array> => {
    const picture = await request.draw();
    cache.set(request.key, picture);
    return picture;
  };

  return async (request) => {
    const existingPicture = cache.get(request.key) ?? drawings.current(request.key);
    if (existingPicture !== undefined) return existingPicture;
    const admission = await consumeAttempt(limiter, request.address);
    if (!admission.ok) throw new AppError(admission.error.code, admission.error);
    const startedDrawing = drawings.current(request.key);
    if (startedDrawing === undefined) return drawings.run(request.key, () => drawAndCache(request));
    // Another caller has started the same drawing in the meantime, so this address gets its attempt back.
    await limiter.refund(request.address);
    return startedDrawing;
  };
};
