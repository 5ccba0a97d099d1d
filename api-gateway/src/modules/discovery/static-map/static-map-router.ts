import { Router } from 'express';
import { AppError } from '../../../platform';
import { createStaticMapCache, type RenderPng } from './static-map-gallery';
import { readStaticMap } from './static-map-query';

const YEAR_S = 31_536_000;

/** Pictures of maps for whoever asks; the same question always gets the same picture. */
export const createStaticMapRouter = (renderPng: RenderPng): Router => {
  const pictureOf = createStaticMapCache(renderPng);
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/api/maps/static', async (request, response) => {
    const map = readStaticMap(request.query);
    if (!map.ok) throw new AppError('invalidRequest', { details: { issues: map.error } });
    const picture = await pictureOf(map.value);
    // A picture is kept for a year, so it must not tell the time.
    response.removeHeader('X-Mahlzeit-Now');
    response.set({ 'Content-Type': 'image/png', 'Cache-Control': `public, max-age=${YEAR_S}, immutable` });
    response.end(picture);
  });
  return router;
};
