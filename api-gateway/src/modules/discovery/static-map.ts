import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { CANALS, HAMBURG, isInHamburg, LAKES, mercator, PARKS, RAILS, ROADS, STREETS } from '@mahlzeit/basemap';
import { err, ok } from '@mahlzeit/contract';
import type { Coordinate, Result } from '@mahlzeit/contract';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { Router } from 'express';
import * as z from 'zod/mini';
import { AppError, createSemaphore } from '../../platform';

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
interface StaticMap {
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
const readStaticMap = (query: unknown): Result<StaticMap, { path: string; rule: string }[]> => {
  const parsed = StaticMapQuery.safeParse(query);
  if (!parsed.success) return err(parsed.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), rule: issue.code ?? 'custom' })));
  const { latitude, longitude, zoom, size, scheme } = parsed.data;
  const scale = Math.min(parsed.data.scale, MAX_SIZE / Math.max(size.width, size.height));
  return ok({ center: { latitude, longitude }, zoom, scale, scheme, width: Math.round(size.width * scale), height: Math.round(size.height * scale) });
};

interface MapColours {
  readonly land: string;
  readonly line: string;
  readonly park: string;
  readonly water: string;
  readonly street: string;
  readonly streetCasing: string;
  readonly main: string;
  readonly mainCasing: string;
  readonly rail: string;
  readonly pin: string;
}

/** The design system's colours of a map, for readers who prefer light or dark. */
const SCHEMES = {
  light: { land: '#F5F0EA', line: '#EEE7DF', park: '#D6EACB', water: '#BFDFEE', street: '#FFFFFF', streetCasing: '#E2D8CE', main: '#FFF1CC', mainCasing: '#E8D3A4', rail: '#CFC3BE', pin: '#8E1D53' },
  dark: { land: '#221A1E', line: '#292025', park: '#1F3124', water: '#16313F', street: '#3A2F35', streetCasing: '#1A1317', main: '#4A3B33', mainCasing: '#1A1317', rail: '#463A40', pin: '#BA306A' },
} as const satisfies Readonly<Record<string, MapColours>>;

const METRES_A_DEGREE = 111_195;

const strokes = (colour: string, lines: readonly { readonly path: string; readonly width: number }[]): string =>
  `<g stroke="${colour}">${lines.map(({ path, width }) => `<path d="${path}" stroke-width="${width}"/>`).join('')}</g>`;

const areas = (colour: string, paths: readonly string[]): string => `<path fill="${colour}" d="${paths.join('')}"/>`;

/** Waters, parks and roads around the middle of a map, in the same drawing as the large map's; null where nothing is drawn. */
const drawBasemap = ({ center, zoom, width, height, scale, scheme }: StaticMap): string | null => {
  if (!isInHamburg(center)) return null;
  const colours = SCHEMES[scheme];
  const [origin, middle] = [mercator(HAMBURG, zoom), mercator(center, zoom)];
  const east = mercator({ ...HAMBURG, longitude: HAMBURG.longitude + 1 }, zoom).x - origin.x;
  // Mercator stretches north and east alike: metres become pixels by one factor.
  const pixelsAMetre = east / (METRES_A_DEGREE * Math.cos((HAMBURG.latitude * Math.PI) / 180));
  const [left, top] = [origin.x - middle.x + width / scale / 2, origin.y - middle.y + height / scale / 2];
  const wide = (lines: readonly string[], metres: number) => lines.map((path) => ({ path, width: metres }));
  return `<g transform="translate(${left.toFixed(2)} ${top.toFixed(2)}) scale(${pixelsAMetre.toFixed(6)})" stroke-linecap="round" stroke-linejoin="round">
${areas(colours.park, PARKS)}${areas(colours.water, LAKES)}
<g fill="none">${[
    strokes(colours.water, CANALS),
    strokes(colours.streetCasing, wide(STREETS, 16)),
    strokes(colours.street, wide(STREETS, 13)),
    strokes(colours.rail, wide(RAILS, 5)),
    strokes(colours.mainCasing, ROADS.map(({ path, width: metres }) => ({ path, width: metres * 1.6 + 6 }))),
    strokes(colours.main, ROADS.map(({ path, width: metres }) => ({ path, width: metres * 1.6 }))),
  ].join('')}</g></g>`;
};

const GRID = 128;

// The grid of the world's picture, so that two neighbouring maps fit together.
const gridLines = (middle: number, length: number): number[] => {
  const first = middle - length / 2;
  const lines: number[] = [];
  for (let at = Math.ceil(first / GRID) * GRID; at < first + length; at += GRID) lines.push(Math.round((at - first) * 100) / 100);
  return lines;
};

/** The map as SVG: the basemap as far as it is drawn, and a pin whose tip is the place. No text, no font, nothing from elsewhere. */
export const drawStaticMap = (map: StaticMap): string => {
  const width = map.width / map.scale;
  const height = map.height / map.scale;
  const { land, line, pin } = SCHEMES[map.scheme];
  const { x, y } = mercator(map.center, map.zoom);
  const grid = [
    ...gridLines(x, width).map((at) => `M${at} 0V${height}`),
    ...gridLines(y, height).map((at) => `M0 ${at}H${width}`),
  ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${map.width}" height="${map.height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${land}"/>
${drawBasemap(map) ?? `<path d="${grid}" stroke="${line}" stroke-width="2" fill="none"/>`}
<g transform="translate(${width / 2} ${height / 2})">
<path d="M0 0C-4-8-13-15-13-25a13 13 0 0 1 26 0C13-15 4-8 0 0Z" fill="${pin}" stroke="#FFFFFF" stroke-width="2"/>
<circle cy="-25" r="5" fill="#FFFFFF"/>
</g>
</svg>`;
};

// The bundle, the sources and the tests all run below the packages, so the running program finds them.
const codeFile = (): string => createRequire(process.argv[1] ?? `${process.cwd()}/`).resolve('@resvg/resvg-wasm/index_bg.wasm');

let ready: Promise<void> | null = null;

/** Turns an SVG into PNG bytes. */
type RenderPng = (svg: string) => Promise<Uint8Array>;

/** Turns a drawing without text into PNG bytes; the first call loads the renderer. */
export const renderPng: RenderPng = async (svg) => {
  ready ??= readFile(codeFile()).then(initWasm);
  await ready;
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false } });
  try {
    const image = drawing.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    drawing.free();
  }
};

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
