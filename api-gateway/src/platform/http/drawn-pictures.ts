import { LRUCache } from 'lru-cache';
import type { RateLimiter, SharedResults } from '../ephemeral-store';
import { AppError } from '../errors';
import { consumeAttempt } from '../rate-limit';
import { createSingleFlight } from '../single-flight';

interface PictureRequest {
  /** Key of the picture's content: equal keys mean equal pictures. */
  readonly key: string;
  /** IP address of the client, which the rate limit counts. */
  readonly address: string;
  readonly draw: () => Promise<Uint8Array>;
}

interface DrawnPicturesDeps {
  /** Maximum number of bytes of all cached pictures. */
  readonly maxBytes: number;
  /** Limits how many pictures are drawn for one IP address. A cached picture and a drawing in progress don't count. */
  readonly limiter: RateLimiter;
  /** Pictures that gateways share, if drawing costs more than fetching a shared picture. */
  readonly shared?: SharedResults;
}

/**
 * Type of the function that returns a picture from the cache or draws it. It rejects with `ErrorTooManyAttempts` when
 * the IP address has exceeded its limit, and with the drawing's own errors.
 */
export type DrawnPictures = (request: PictureRequest) => Promise<Uint8Array>;

/**
 * Creates a function that draws each picture only once for simultaneous and later callers. The cache stores the most
 * recently used pictures.
 */
export const createDrawnPictures = ({ maxBytes, limiter, shared }: DrawnPicturesDeps): DrawnPictures => {
  const pictureCache = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const runningDrawings = createSingleFlight<Uint8Array>();
  const runningSearches = createSingleFlight<Uint8Array | undefined>();

  const findOwn = (key: string): Uint8Array | Promise<Uint8Array> | undefined =>
    pictureCache.get(key) ?? runningDrawings.current(key);

  const findShared = async (key: string): Promise<Uint8Array | undefined> => {
    if (shared === undefined) return undefined;
    const sharedPicture = await runningSearches.run(key, () => shared.find(key));
    if (sharedPicture !== undefined) pictureCache.set(key, sharedPicture);
    return sharedPicture;
  };

  const drawAndCache = async ({ key, address, draw }: PictureRequest): Promise<Uint8Array> => {
    let isDrawnHere = false;
    const drawLocally = (): Promise<Uint8Array> => {
      isDrawnHere = true;
      return draw();
    };
    const drawnPicture = await (shared === undefined ? drawLocally() : shared.produceOnce(key, drawLocally));
    pictureCache.set(key, drawnPicture);
    if (!isDrawnHere) await limiter.refund(address);
    return drawnPicture;
  };

  return async (request) => {
    const { key, address } = request;
    const existingPicture = findOwn(key) ?? (await findShared(key)) ?? findOwn(key);
    if (existingPicture !== undefined) return existingPicture;
    const attemptAdmission = await consumeAttempt(limiter, address);
    if (!attemptAdmission.ok) throw new AppError(attemptAdmission.error.code, attemptAdmission.error);
    const startedDrawing = runningDrawings.current(key);
    if (startedDrawing === undefined) return runningDrawings.run(key, () => drawAndCache(request));
    // Gives the attempt back to the IP address, because another caller has started the same drawing in the meantime.
    await limiter.refund(address);
    return startedDrawing;
  };
};
