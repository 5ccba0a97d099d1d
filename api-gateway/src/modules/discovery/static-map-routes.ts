import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { Router } from 'express';
import * as z from 'zod/mini';
import { AppError, createDrawnPictures } from '../../platform';
import type { CreateRateLimiter } from '../../platform';
import type { StaticMap } from './static-map';

const MAX_SIZE = 1280;

const number = (pattern: RegExp, least: number, most: number) =>
  z.pipe(z.pipe(z.string().check(z.regex(pattern)), z.transform(Number)), z.number().check(z.gte(least), z.lte(most)));

const degrees = (limit: number) => number(/^-?\d{1,3}(?:\.\d{1,20})?$/, -limit, limit);
const side = number(/^\d{1,4}$/, 1, MAX_SIZE);

const Size = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,4}x\d{1,4}$/)),
    z.transform((text) => {
      const [width, height] = text.split('x');
      return { width, height };
    }),
  ),
  z.object({ width: side, height: side }),
);

// S1§9: 600x300 at zoom 15 and scale 2 where nothing else is asked.
const StaticMapQuery = z.object({
  latitude: degrees(90),
  longitude: degrees(180),
  zoom: z._default(number(/^\d{1,2}$/, 1, 20), 15),
  size: z._default(Size, { width: 600, height: 300 }),
  scale: z._default(number(/^[12]$/, 1, 2), 2),
  scheme: z._default(z.enum(['light', 'dark']), 'light'),
});

/** What is to be drawn, or which parts of the query are wrong. */
const readStaticMap = (query: unknown): Result<StaticMap, { path: string; rule: string }[]> => {
  const parsed = StaticMapQuery.safeParse(query);
  if (!parsed.success) return err(parsed.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), rule: issue.code ?? 'custom' })));
  const { latitude, longitude, zoom, size, scheme } = parsed.data;
  const scale = Math.min(parsed.data.scale, MAX_SIZE / Math.max(size.width, size.height));
  return ok({ center: { latitude, longitude }, zoom, scale, scheme, width: Math.round(size.width * scale), height: Math.round(size.height * scale) });
};

/** At zoom 0. */
const PIXELS_AROUND_THE_WORLD = 256;

/** The same map with as many decimals as a pixel of the picture needs: places that differ only behind them are drawn once. */
const toThePixel = ({ center: { latitude, longitude }, ...map }: StaticMap): StaticMap => {
  const decimals = Math.ceil(Math.log10((PIXELS_AROUND_THE_WORLD * 2 ** map.zoom * map.scale) / 360));
  // Adding zero makes no difference of -0 and 0.
  const rounded = (degrees: number): number => Number(degrees.toFixed(Math.max(0, decimals))) + 0;
  return { ...map, center: { latitude: rounded(latitude), longitude: rounded(longitude) } };
};

const YEAR_S = 31_536_000;

const KEPT_BYTES = 32_000_000;

// A place's page has one map: nobody reads two of them a second for a minute, but many may sit behind one address.
const DRAWN_PER_ADDRESS = { points: 120, durationMs: 60_000 } as const;

export interface StaticMapDeps {
  readonly createRateLimiter: CreateRateLimiter;
  /** Draws one as PNG; rejects with `unavailable` where there is no room. */
  readonly drawMap: (map: StaticMap) => Promise<Uint8Array>;
}

/** Pictures of maps for whoever asks; the same question always gets the same picture. */
export const createStaticMapRouter = ({ createRateLimiter, drawMap }: StaticMapDeps): Router => {
  const pictureOf = createDrawnPictures({ maxBytes: KEPT_BYTES, limiter: createRateLimiter('static-map', DRAWN_PER_ADDRESS) });
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/api/maps/static', async (request, response) => {
    const asked = readStaticMap(request.query);
    if (!asked.ok) throw new AppError('invalidRequest', { details: { issues: asked.error } });
    const map = toThePixel(asked.value);
    const picture = await pictureOf({ key: JSON.stringify(map), address: request.ip ?? '', draw: () => drawMap(map) });
    // A picture is kept for a year, so it must not tell the time.
    response.removeHeader('X-Mahlzeit-Now');
    response.set({ 'Content-Type': 'image/png', 'Cache-Control': `public, max-age=${YEAR_S}, immutable` });
    response.end(picture);
  });
  return router;
};
