import * as z from '@mahlzeit/contract/zod';
import { FileAnswer } from './file-answer';
import { locationFields } from './restaurant-routes';
import { defineRoute } from './route';

/** Maximum width and height of a drawn map in pixels. */
export const STATIC_MAP_MAX_SIDE = 1280;

const numberFromText = (pattern: RegExp, min: number, max: number) =>
  z.pipe(z.pipe(z.string().check(z.regex(pattern)), z.transform(Number)), z.number().check(z.gte(min), z.lte(max)));

const mapSide = numberFromText(/^\d{1,4}$/, 1, STATIC_MAP_MAX_SIDE);

const MapSize = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,4}x\d{1,4}$/)),
    z.transform((text) => {
      const [width, height] = text.split('x');
      return { width, height };
    }),
  ),
  z.object({ width: mapSide, height: mapSide }),
);

const DEFAULT_SIZE = {
  /** Default width of a drawn map in CSS pixels. */
  width: 600,
  /** Default height of a drawn map in CSS pixels. */
  height: 300,
};

/** Section and style of a drawn map. The default values follow S1§9. */
export const StaticMapQuery = z.extend(z.required(locationFields), {
  /** Zoom level as map services count it: each step halves the width of the section. */
  zoom: z._default(numberFromText(/^\d{1,2}$/, 1, 20), 15),
  /** Width and height of the map in CSS pixels: `600x300`; at most 1280 each. */
  size: z._default(MapSize, DEFAULT_SIZE),
  /** Image pixels per CSS pixel. The gateway reduces the number when a side would exceed 1280. */
  scale: z._default(numberFromText(/^[12]$/, 1, 2), 2),
  /** Colour scheme of the map: light or dark. */
  scheme: z._default(z.enum(['light', 'dark']), 'light'),
});
export type StaticMapQuery = z.infer<typeof StaticMapQuery>;

/**
 * Returns a drawn map around a position. Each IP address may request 120 new drawings a minute; cached maps are not
 * counted.
 */
export const getStaticMap = defineRoute({
  name: 'getStaticMap',
  method: 'GET',
  path: '/api/maps/static',
  access: 'none',
  query: StaticMapQuery,
  answersFile: 'image/png',
  isImmutable: true,
  answer: FileAnswer,
  errors: ['ErrorTooManyAttempts', 'unavailable'],
});
