import type { StaticMap } from './static-map-query';

const LAND = '#F5F0EA';
const LINE = '#EEE7DF';
const PIN = '#8E1D53';
const PIN_EYE = '#FFFFFF';

const TILE = 256;
// Mercator ends here.
const NORTHERNMOST = 85.051_128_78;

/** Where a coordinate lies on the world's picture at a zoom, in pixels of the page. */
const projected = ({ center, zoom }: StaticMap): { x: number; y: number } => {
  const world = TILE * 2 ** zoom;
  const latitude = Math.max(-NORTHERNMOST, Math.min(NORTHERNMOST, center.latitude));
  const sine = Math.sin((latitude * Math.PI) / 180);
  return { x: (center.longitude / 360 + 0.5) * world, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world };
};

const GRID = TILE / 2;

// The grid of the world's picture, so that two neighbouring maps fit together.
const gridLines = (middle: number, length: number): number[] => {
  const first = middle - length / 2;
  const lines: number[] = [];
  for (let at = Math.ceil(first / GRID) * GRID; at < first + length; at += GRID) lines.push(Math.round((at - first) * 100) / 100);
  return lines;
};

/** The map as SVG: neutral ground and a pin whose tip is the place. No text, no font, nothing from elsewhere. */
export const drawStaticMap = (map: StaticMap): string => {
  const width = map.width / map.scale;
  const height = map.height / map.scale;
  const { x, y } = projected(map);
  const grid = [
    ...gridLines(x, width).map((at) => `M${at} 0V${height}`),
    ...gridLines(y, height).map((at) => `M0 ${at}H${width}`),
  ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${map.width}" height="${map.height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${LAND}"/>
<path d="${grid}" stroke="${LINE}" stroke-width="2" fill="none"/>
<g transform="translate(${width / 2} ${height / 2})">
<path d="M0 0C-4-8-13-15-13-25a13 13 0 0 1 26 0C13-15 4-8 0 0Z" fill="${PIN}" stroke="${PIN_EYE}" stroke-width="2"/>
<circle cy="-25" r="5" fill="${PIN_EYE}"/>
</g>
</svg>`;
};
