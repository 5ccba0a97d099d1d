import { mercator } from '@mahlzeit/basemap';
import { drawBasemap } from './static-map-ground';
import type { StaticMap } from './static-map-query';
import { SCHEMES } from './static-map-schemes';

const GRID = 128;

// The grid of the world's picture, so that two neighbouring maps fit together.
const gridLines = (middle: number, length: number): number[] => {
  const first = middle - length / 2;
  const lines: number[] = [];
  for (let at = Math.ceil(first / GRID) * GRID; at < first + length; at += GRID) lines.push(Math.round((at - first) * 100) / 100);
  return lines;
};

/** The map as SVG: the ground as far as we have drawn it, and a pin whose tip is the place. No text, no font, nothing from elsewhere. */
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
