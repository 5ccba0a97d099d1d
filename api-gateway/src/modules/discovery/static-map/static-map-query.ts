import { err, ok, type Coordinate, type Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';

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

/** A map as it is drawn: all in pixels of the picture. */
export interface StaticMap {
  readonly center: Coordinate;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture for one of the page; less than asked for where the picture would be larger than 1280. */
  readonly scale: number;
  /** For readers who prefer light or dark. */
  readonly scheme: 'light' | 'dark';
}

/** What is to be drawn, or which parts of the query are wrong. */
export const readStaticMap = (query: unknown): Result<StaticMap, { path: string; rule: string }[]> => {
  const parsed = StaticMapQuery.safeParse(query);
  if (!parsed.success) return err(parsed.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), rule: issue.code ?? 'custom' })));
  const { latitude, longitude, zoom, size, scheme } = parsed.data;
  const scale = Math.min(parsed.data.scale, MAX_SIZE / Math.max(size.width, size.height));
  return ok({ center: { latitude, longitude }, zoom, scale, scheme, width: Math.round(size.width * scale), height: Math.round(size.height * scale) });
};
