import { CANALS, HAMBURG, isInHamburg, LAKES, mercator, PARKS, RAILS, ROADS, STREETS } from '@mahlzeit/basemap';
import type { StaticMap } from './static-map-query';
import { SCHEMES } from './static-map-schemes';

const METRES_A_DEGREE = 111_195;

const strokes = (colour: string, lines: readonly { readonly path: string; readonly width: number }[]): string =>
  `<g stroke="${colour}">${lines.map(({ path, width }) => `<path d="${path}" stroke-width="${width}"/>`).join('')}</g>`;

const areas = (colour: string, paths: readonly string[]): string => `<path fill="${colour}" d="${paths.join('')}"/>`;

/** Waters, parks and roads around the middle of a map, in the same drawing as the large map's; null where nothing is drawn. */
export const drawBasemap = ({ center, zoom, width, height, scale, scheme }: StaticMap): string | null => {
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
