import { LRUCache } from 'lru-cache';
import type { RateLimiter } from '../ephemeral-store';
import { AppError } from '../errors';
import { createSingleFlight } from '../single-flight';

/** A picture that somebody asks for. */
interface PictureRequest {
  /** Names all that it shows: the same key is the same picture. */
  readonly key: string;
  /** Who asks. */
  readonly address: string;
  /** Draws it. */
  readonly draw: () => Promise<Uint8Array>;
}

interface DrawnPicturesDeps {
  /** Bytes of pictures that are kept. */
  readonly maxBytes: number;
  /** Drawings by address; what is kept or on its way costs nothing. */
  readonly limiter: RateLimiter;
}

/**
 * Finds a picture or draws it. Rejects with `ErrorTooManyAttempts` where the address had too many drawn, and as the
 * drawing does.
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
    const admitted = await limiter.consume(request.address);
    if (!admitted.ok) throw new AppError('ErrorTooManyAttempts', { retryAfterMs: admitted.retryAfterMs });
    const started = drawings.current(request.key);
    if (started === undefined) return drawings.run(request.key, () => draw(request));
    // Another caller has started the drawing in the meantime, so this address pays nothing for it.
    await limiter.refund(request.address);
    return started;
  };
};
