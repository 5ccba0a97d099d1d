import { AppError, createWorkSlots } from '../../../platform';
import { drawStaticMap } from './static-map-drawing';
import type { StaticMap } from './static-map-query';

/** Turns an SVG into PNG bytes. */
export type RenderPng = (svg: string) => Promise<Uint8Array>;

const KEPT_PICTURES = 100;
const MOST_WAITING = 50;
const RETRY_AFTER_MS = 1000;

/** The last pictures by their drawing: a popular place is drawn once. One at a time, because drawing keeps the process busy; a rush of them is sent away. */
export const createStaticMapGallery = (renderPng: RenderPng): ((map: StaticMap) => Promise<Uint8Array>) => {
  const slots = createWorkSlots(1);
  const kept = new Map<string, Promise<Uint8Array>>();
  let waiting = 0;

  const draw = async (svg: string): Promise<Uint8Array> => {
    waiting += 1;
    try {
      return await slots.run(() => renderPng(svg));
    } finally {
      waiting -= 1;
    }
  };

  const keep = (svg: string, picture: Promise<Uint8Array>): void => {
    kept.set(svg, picture);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_PICTURES && oldest !== undefined) kept.delete(oldest);
  };

  return async (map) => {
    const svg = drawStaticMap(map);
    const known = kept.get(svg);
    if (known !== undefined) return known;
    if (waiting >= MOST_WAITING) throw new AppError('unavailable', { retryAfterMs: RETRY_AFTER_MS });
    const picture = draw(svg);
    keep(svg, picture);
    try {
      return await picture;
    } catch (error) {
      kept.delete(svg);
      throw error;
    }
  };
};
