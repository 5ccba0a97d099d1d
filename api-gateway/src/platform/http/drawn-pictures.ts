import { LRUCache } from 'lru-cache';
import type { RateLimiter } from '../ephemeral-store';
import { AppError } from '../errors';
import { consumeAttempt } from '../rate-limit';
import { createSingleFlight } from '../single-flight';

/** A request for a picture. */
interface PictureRequest {
  /** Identifies the content: equal keys mean equal pictures. */
  readonly key: string;
  /** Address of the client. */
  readonly address: string;
  /** Draws the picture. */
  readonly draw: () => Promise<Uint8Array>;
}

interface DrawnPicturesDeps {
  /** Maximum bytes of cached pictures. */
  readonly maxBytes: number;
  /** Limits drawings by address. Cached pictures and drawings in progress cost nothing. */
  readonly limiter: RateLimiter;
}

/**
 * Returns a picture from the cache or draws it. Rejects with `ErrorTooManyAttempts` when the address has exceeded its
 * limit, and with errors of the drawing.
 */
export type DrawnPictures = (request: PictureRequest) => Promise<Uint8Array>;

/** Draws each picture once for all callers, simultaneous and later ones. Keeps the most recently used pictures. */
export const createDrawnPictures = ({ maxBytes, limiter }: DrawnPicturesDeps): DrawnPictures => {
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const drawings = createSingleFlight<Uint8Array>();

  const draw = async (request: PictureRequest): Promise<Uint8Array> => {
    const picture = await request.draw();
    cache.set(request.key, picture);
    return picture;
  };

  return async (request) => {
    const existing = cache.get(request.key) ?? drawings.current(request.key);
    if (existing !== undefined) return existing;
    const admitted = await consumeAttempt(limiter, request.address);
    if (!admitted.ok) throw new AppError(admitted.error.code, admitted.error);
    const started = drawings.current(request.key);
    if (started === undefined) return drawings.run(request.key, () => draw(request));
    // Another caller has started the drawing in the meantime, so this address pays nothing for it.
    await limiter.refund(request.address);
    return started;
  };
};
