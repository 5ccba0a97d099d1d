import type { RateLimiter } from '../ephemeral-store';
import { AppError } from '../errors';

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

/** Bytes by name; of too many those leave that nobody has asked for the longest. */
const createByteCache = (maxBytes: number) => {
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;
  return {
    find(key: string): Uint8Array | undefined {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      // A map is in the order of its insertions: now it is the last to leave.
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    keep(key: string, picture: Uint8Array): void {
      kept.set(key, picture);
      bytes += picture.byteLength;
      for (const [oldest, { byteLength }] of kept) {
        if (bytes <= maxBytes) return;
        kept.delete(oldest);
        bytes -= byteLength;
      }
    },
  };
};

/** Draws pictures once for all who ask, at the same time or later. */
export const createDrawnPictures = ({ maxBytes, limiter }: DrawnPicturesDeps): DrawnPictures => {
  const cache = createByteCache(maxBytes);
  const underWay = new Map<string, Promise<Uint8Array>>();

  const drawNow = async ({ key, draw }: PictureRequest): Promise<Uint8Array> => {
    try {
      const picture = await draw();
      cache.keep(key, picture);
      return picture;
    } finally {
      underWay.delete(key);
    }
  };

  const begin = (request: PictureRequest): Promise<Uint8Array> => {
    const drawing = drawNow(request);
    underWay.set(request.key, drawing);
    return drawing;
  };

  return async (request) => {
    const known = cache.find(request.key) ?? underWay.get(request.key);
    if (known !== undefined) return known;
    const verdict = await limiter.consume(request.address);
    if (!verdict.ok) throw new AppError('ErrorTooManyAttempts', { retryAfterMs: verdict.retryAfterMs });
    const begun = underWay.get(request.key);
    if (begun === undefined) return begin(request);
    // Another was faster.
    await limiter.refund(request.address);
    return begun;
  };
};
