import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  CANALS,
  DRAWING_ORIGIN,
  isOnBasemap,
  LAKE_PATHS,
  mercatorPixelsOf,
  PARK_PATHS,
  RAIL_PATHS,
  ROADS,
  STREET_PATHS,
} from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** A static map to draw. Width and height are in pixels of the picture. */
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

const drawStrokedPaths = (
  cssColour: string,
  strokedLines: readonly { readonly path: string; readonly width: number }[],
): string =>
  `<g stroke="${cssColour}">${strokedLines.map(({ path, width }) => `<path d="${path}" stroke-width="${width}"/>`).join('')}</g>`;

const drawFilledPaths = (cssColour: string, fillPathData: readonly string[]): string =>
  `<path fill="${cssColour}" d="${fillPathData.join('')}"/>`;

/**
 * Draws waters, parks and roads around the centre of a map. The large map in the browser shows the same drawing.
 * Returns null for a place outside of the basemap.
 */
const drawBasemap = ({ center, zoom, width, height, scale, scheme }: StaticMap): string | null => {
  if (!isOnBasemap(center)) return null;
  const colours = COLOURS_BY_SCHEME[scheme];
  const [originPixels, centerPixels] = [mercatorPixelsOf(DRAWING_ORIGIN, zoom), mercatorPixelsOf(center, zoom)];
  const pixelsPerDegree =
    mercatorPixelsOf({ ...DRAWING_ORIGIN, longitude: DRAWING_ORIGIN.longitude + 1 }, zoom).x - originPixels.x;
  // In the Mercator projection, both directions have the same scale, so one factor converts metres to pixels.
  const pixelsPerMetre = pixelsPerDegree / (METRES_PER_DEGREE * Math.cos((DRAWING_ORIGIN.latitude * Math.PI) / 180));
  const [offsetLeft, offsetTop] = [
    originPixels.x - centerPixels.x + width / scale / 2,
    originPixels.y - centerPixels.y + height / scale / 2,
  ];
  const linesWithWidth = (linePaths: readonly string[], widthMetres: number) =>
    linePaths.map((path) => ({ path, width: widthMetres }));
  return `<g transform="translate(${offsetLeft.toFixed(2)} ${offsetTop.toFixed(2)}) scale(${pixelsPerMetre.toFixed(6)})" stroke-linecap="round" stroke-linejoin="round">
${drawFilledPaths(colours.park, PARK_PATHS)}${drawFilledPaths(colours.water, LAKE_PATHS)}
<g fill="none">${[
    drawStrokedPaths(colours.water, CANALS),
    drawStrokedPaths(colours.streetCasing, linesWithWidth(STREET_PATHS, 16)),
    drawStrokedPaths(colours.street, linesWithWidth(STREET_PATHS, 13)),
    drawStrokedPaths(colours.rail, linesWithWidth(RAIL_PATHS, 5)),
    drawStrokedPaths(
      colours.mainRoadCasing,
      ROADS.map(({ path, width: widthMetres }) => ({ path, width: widthMetres * 1.6 + 6 })),
    ),
    drawStrokedPaths(
      colours.mainRoad,
      ROADS.map(({ path, width: widthMetres }) => ({ path, width: widthMetres * 1.6 })),
    ),
  ].join('')}</g></g>`;
};

const GRID_SPACING_PIXELS = 128;

// Returns the positions of grid lines on a map. The grid starts at the corner of the world map, so that the lines of
// two neighbouring maps meet.
const gridLinePositions = (centerPosition: number, viewLength: number): number[] => {
  const startPosition = centerPosition - viewLength / 2;
  const linePositions: number[] = [];
  for (
    let linePosition = Math.ceil(startPosition / GRID_SPACING_PIXELS) * GRID_SPACING_PIXELS;
    linePosition < startPosition + viewLength;
    linePosition += GRID_SPACING_PIXELS
  )
    linePositions.push(Math.round((linePosition - startPosition) * 100) / 100);
  return linePositions;
};

/**
 * Draws a static map as SVG: the basemap, and a pin whose tip marks the place. The picture contains no text, no font
 * and no external resources.
 */
export const drawStaticMap = (staticMap: StaticMap): string => {
  const unscaledWidth = staticMap.width / staticMap.scale;
  const unscaledHeight = staticMap.height / staticMap.scale;
  const { land, line, pin } = COLOURS_BY_SCHEME[staticMap.scheme];
  const { x, y } = mercatorPixelsOf(staticMap.center, staticMap.zoom);
  const gridPath = [
    ...gridLinePositions(x, unscaledWidth).map((linePosition) => `M${linePosition} 0V${unscaledHeight}`),
    ...gridLinePositions(y, unscaledHeight).map((linePosition) => `M0 ${linePosition}H${unscaledWidth}`),
  ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${staticMap.width}" height="${staticMap.height}" viewBox="0 0 ${unscaledWidth} ${unscaledHeight}">
<rect width="${unscaledWidth}" height="${unscaledHeight}" fill="${land}"/>
${drawBasemap(staticMap) ?? `<path d="${gridPath}" stroke="${line}" stroke-width="2" fill="none"/>`}
<g transform="translate(${unscaledWidth / 2} ${unscaledHeight / 2})">
<path d="M0 0C-4-8-13-15-13-25a13 13 0 0 1 26 0C13-15 4-8 0 0Z" fill="${pin}" stroke="#FFFFFF" stroke-width="2"/>
<circle cy="-25" r="5" fill="#FFFFFF"/>
</g>
</svg>`;
};

const wasmFilePath = (): string => createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');

let rendererInitialization: Promise<void> | null = null;

/** Renders an SVG without text as PNG. The first call loads the renderer. Rendering blocks the thread. */
export const renderPng = async (svgMarkup: string): Promise<Uint8Array> => {
  rendererInitialization ??= readFile(wasmFilePath()).then(initWasm);
  await rendererInitialization;
  const svgRenderer = new Resvg(svgMarkup, { font: { loadSystemFonts: false } });
  try {
    const renderedImage = svgRenderer.render();
    try {
      return renderedImage.asPng();
    } finally {
      renderedImage.free();
    }
  } finally {
    svgRenderer.free();
  }
};
