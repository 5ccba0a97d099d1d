import { Key } from '@mahlzeit/contract';
import { Router } from 'express';
import type { AvatarService } from './avatar-service';

const YEAR_S = 31_536_000;

/** Serves profile pictures, each under an address that never shows another one. */
export const createAvatarRouter = (avatars: Pick<AvatarService, 'find'>): Router => {
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/media/avatar/:file', async (request, response, next) => {
    const [key, rest] = request.params.file.split('.webp');
    const picture = rest === '' && Key.safeParse(key).success && key !== undefined ? await avatars.find(key) : null;
    if (picture === null) return next();
    response.set({
      'Content-Type': 'image/webp',
      // Kept by the browser alone: nobody in between has to do with faces.
      'Cache-Control': `private, max-age=${YEAR_S}, immutable`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(picture);
  });
  return router;
};
