import { AppError, createSemaphore } from '../../../platform';
import { drawStaticMap } from './static-map-drawing';
import type { StaticMap } from './static-map-query';

/** Turns an SVG into PNG bytes. */
export type RenderPng = (svg: string) => Promise<Uint8Array>;

const CACHED_PICTURES = 100;
const MAX_WAITING = 50;
const RETRY_AFTER_MS = 1000;

/** The last pictures by their drawing: a popular place is drawn once. One at a time, because drawing keeps the process busy; a rush of them is sent away. */
export const createStaticMapCache = (renderPng: RenderPng): ((map: StaticMap) => Promise<Uint8Array>) => {
  const semaphore = createSemaphore(1);
  const cache = new Map<string, Promise<Uint8Array>>();
  let waiting = 0;

  const draw = async (svg: string): Promise<Uint8Array> => {
    waiting += 1;
    try {
      return await semaphore.run(() => renderPng(svg));
    } finally {
      waiting -= 1;
    }
  };

  const keep = (svg: string, picture: Promise<Uint8Array>): void => {
    cache.set(svg, picture);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_PICTURES && oldest !== undefined) cache.delete(oldest);
  };

  return async (map) => {
    const svg = drawStaticMap(map);
    const known = cache.get(svg);
    if (known !== undefined) return known;
    if (waiting >= MAX_WAITING) throw new AppError('unavailable', { retryAfterMs: RETRY_AFTER_MS });
    const picture = draw(svg);
    keep(svg, picture);
    try {
      return await picture;
    } catch (error) {
      cache.delete(svg);
      throw error;
    }
  };
};
