import { getStaticMap, ok, STATIC_MAP_MAX_SIDE } from '@mahlzeit/contract';
import type { StaticMapQuery } from '@mahlzeit/contract';
import { createDrawnPictures, openRoute } from '../../../platform';
import type { BoundRoute, CreateRateLimiter, CreateSharedResults } from '../../../platform';
import type { StaticMap } from './static-map';

const staticMapOf = ({ latitude, longitude, zoom, size, scheme, ...mapFields }: StaticMapQuery): StaticMap => {
  const mapScale = Math.min(mapFields.scale, STATIC_MAP_MAX_SIDE / Math.max(size.width, size.height));
  return {
    center: { latitude, longitude },
    zoom,
    scale: mapScale,
    scheme,
    width: Math.round(size.width * mapScale),
    height: Math.round(size.height * mapScale),
  };
};

/** Width in pixels of the map of the whole world at zoom 0. */
const WORLD_WIDTH_PIXELS = 256;

/**
 * Rounds the centre of a static map to a pixel of the picture, so that nearly equal places share one cached drawing.
 */
const roundToPixel = ({ center: { latitude, longitude }, ...map }: StaticMap): StaticMap => {
  const degreeDecimalPlaces = Math.ceil(Math.log10((WORLD_WIDTH_PIXELS * 2 ** map.zoom * map.scale) / 360));
  // Rounds an angle to pixels. The added zero turns -0 into 0, so that both have the same cache key.
  const roundToPixelDegrees = (angleDegrees: number): number =>
    Number(angleDegrees.toFixed(Math.max(0, degreeDecimalPlaces))) + 0;
  return { ...map, center: { latitude: roundToPixelDegrees(latitude), longitude: roundToPixelDegrees(longitude) } };
};

const MAX_CACHED_BYTES = 32_000_000;

// Limit of new static maps for one IP address. The page of a restaurant contains one map. Nobody opens two pages a
// second for a minute, but many users may share an IP address.
const DRAWING_RATE_LIMIT = { points: 120, durationMs: 60_000 } as const;

export interface StaticMapDeps {
  readonly createRateLimiter: CreateRateLimiter;
  readonly createSharedResults: CreateSharedResults;
  /** Draws a map as PNG. Rejects with `unavailable` if too many drawings are waiting. */
  readonly drawMap: (staticMap: StaticMap) => Promise<Uint8Array>;
}

/** Creates the route of static maps, which always answers the same query with the same picture. */
export const staticMapRoutes = ({ createRateLimiter, createSharedResults, drawMap }: StaticMapDeps): BoundRoute[] => {
  const loadMapPicture = createDrawnPictures({
    maxBytes: MAX_CACHED_BYTES,
    limiter: createRateLimiter('static-map', DRAWING_RATE_LIMIT),
    shared: createSharedResults('static-map'),
  });
  return [
    openRoute(getStaticMap, async ({ query, address }) => {
      const staticMap = roundToPixel(staticMapOf(query));
      return ok({
        bytes: await loadMapPicture({ key: JSON.stringify(staticMap), address, draw: () => drawMap(staticMap) }),
        name: null,
      });
    }),
  ];
};
