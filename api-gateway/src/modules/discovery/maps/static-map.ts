import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { CANALS, DRAWING_ORIGIN, isInHamburg, LAKES, mercator, PARKS, RAILS, ROADS, STREETS } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** A map to draw. Width and height are in pixels of the picture. */
export interface StaticMap {
  readonly center: Coordinate;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
  /**
   * Number of picture pixels for one CSS pixel of the page. The value is smaller than requested if the picture would
   * exceed 1280 pixels.
   */
  readonly scale: number;
  /** Colour scheme of the page that shows the map. */
  readonly scheme: 'light' | 'dark';
}

interface MapColours {
  readonly land: string;
  readonly line: string;
  readonly park: string;
  readonly water: string;
  readonly street: string;
  readonly streetCasing: string;
  readonly mainRoad: string;
  readonly mainRoadCasing: string;
  readonly rail: string;
  readonly pin: string;
}

/** Colours of the design system for maps, by colour scheme. */
const COLOURS_BY_SCHEME = {
  light: {
    land: '#F5F0EA',
    line: '#EEE7DF',
    park: '#D6EACB',
    water: '#BFDFEE',
    street: '#FFFFFF',
    streetCasing: '#E2D8CE',
    mainRoad: '#FFF1CC',
    mainRoadCasing: '#E8D3A4',
    rail: '#CFC3BE',
    pin: '#8E1D53',
  },
  dark: {
    land: '#221A1E',
    line: '#292025',
    park: '#1F3124',
    water: '#16313F',
    street: '#3A2F35',
    streetCasing: '#1A1317',
    mainRoad: '#4A3B33',
    mainRoadCasing: '#1A1317',
    rail: '#463A40',
    pin: '#BA306A',
  },
} as const satisfies Readonly<Record<string, MapColours>>;

const METRES_PER_DEGREE = 111_195;

const strokePaths = (colour: string, lines: readonly { readonly path: string; readonly width: number }[]): string =>
  `<g stroke="${colour}">${lines.map(({ path, width }) => `<path d="${path}" stroke-width="${width}"/>`).join('')}</g>`;

const fillPaths = (colour: string, paths: readonly string[]): string =>
  `<path fill="${colour}" d="${paths.join('')}"/>`;

/**
 * Draws waters, parks and roads around the centre of a map. The basemap is the same as that of the large map. Returns
 * null for a place outside of the basemap.
 */
const drawBasemap = ({ center, zoom, width, height, scale, scheme }: StaticMap): string | null => {
  if (!isInHamburg(center)) return null;
  const colours = COLOURS_BY_SCHEME[scheme];
  const [originPixels, centerPixels] = [mercator(DRAWING_ORIGIN, zoom), mercator(center, zoom)];
  const pixelsPerDegree =
    mercator({ ...DRAWING_ORIGIN, longitude: DRAWING_ORIGIN.longitude + 1 }, zoom).x - originPixels.x;
  // In the Mercator projection, both directions have the same scale, so one factor converts metres to pixels.
  const pixelsPerMetre = pixelsPerDegree / (METRES_PER_DEGREE * Math.cos((DRAWING_ORIGIN.latitude * Math.PI) / 180));
  const [offsetLeft, offsetTop] = [
    originPixels.x - centerPixels.x + width / scale / 2,
    originPixels.y - centerPixels.y + height / scale / 2,
  ];
  const withWidth = (lines: readonly string[], metres: number) => lines.map((path) => ({ path, width: metres }));
  return `<g transform="translate(${offsetLeft.toFixed(2)} ${offsetTop.toFixed(2)}) scale(${pixelsPerMetre.toFixed(6)})" stroke-linecap="round" stroke-linejoin="round">
${fillPaths(colours.park, PARKS)}${fillPaths(colours.water, LAKES)}
<g fill="none">${[
    strokePaths(colours.water, CANALS),
    strokePaths(colours.streetCasing, withWidth(STREETS, 16)),
    strokePaths(colours.street, withWidth(STREETS, 13)),
    strokePaths(colours.rail, withWidth(RAILS, 5)),
    strokePaths(
      colours.mainRoadCasing,
      ROADS.map(({ path, width: metres }) => ({ path, width: metres * 1.6 + 6 })),
    ),
    strokePaths(
      colours.mainRoad,
      ROADS.map(({ path, width: metres }) => ({ path, width: metres * 1.6 })),
    ),
  ].join('')}</g></g>`;
};

const GRID_SPACING = 128;

// The grid starts at the corner of the world map, so that the lines of two neighbouring maps meet.
const gridLinePositions = (center: number, viewLength: number): number[] => {
  const firstPosition = center - viewLength / 2;
  const lines: number[] = [];
  for (
    let position = Math.ceil(firstPosition / GRID_SPACING) * GRID_SPACING;
    position < firstPosition + viewLength;
    position += GRID_SPACING
  )
    lines.push(Math.round((position - firstPosition) * 100) / 100);
  return lines;
};

/**
 * Draws the map as SVG: the basemap, and a pin whose tip marks the place. The picture contains no text, no font and no
 * external resources.
 */
export const drawStaticMap = (map: StaticMap): string => {
  const width = map.width / map.scale;
  const height = map.height / map.scale;
  const { land, line, pin } = COLOURS_BY_SCHEME[map.scheme];
  const { x, y } = mercator(map.center, map.zoom);
  const gridPath = [
    ...gridLinePositions(x, width).map((position) => `M${position} 0V${height}`),
    ...gridLinePositions(y, height).map((position) => `M0 ${position}H${width}`),
  ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${map.width}" height="${map.height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${land}"/>
${drawBasemap(map) ?? `<path d="${gridPath}" stroke="${line}" stroke-width="2" fill="none"/>`}
<g transform="translate(${width / 2} ${height / 2})">
<path d="M0 0C-4-8-13-15-13-25a13 13 0 0 1 26 0C13-15 4-8 0 0Z" fill="${pin}" stroke="#FFFFFF" stroke-width="2"/>
<circle cy="-25" r="5" fill="#FFFFFF"/>
</g>
</svg>`;
};

const wasmFilePath = (): string => createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');

let rendererReady: Promise<void> | null = null;

/** Renders an SVG without text as PNG. The first call loads the renderer. Rendering blocks the thread. */
export const renderPng = async (svg: string): Promise<Uint8Array> => {
  rendererReady ??= readFile(wasmFilePath()).then(initWasm);
  await rendererReady;
  const svgRenderer = new Resvg(svg, { font: { loadSystemFonts: false } });
  try {
    const image = svgRenderer.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    svgRenderer.free();
  }
};
