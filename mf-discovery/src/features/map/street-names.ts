import { coordinateAt, metresOf, STREET_NAMES } from '@mahlzeit/basemap';
import type { MetrePoint, NamedStreet } from '@mahlzeit/basemap';
import type { MapView } from './map-rules';
import { doBoxesOverlap } from './marker-boxes';
import type { Box } from './marker-boxes';

/** Name that is written along a part of its street. */
export interface WrittenName {
  readonly name: string;
  /** SVG path in metres; the name is centred on it. */
  readonly path: string;
  readonly isMain: boolean;
}

/** Free space for names, in metres of the drawing. */
export interface LabelArea {
  readonly visible: Box;
  /** Boxes of pins, clusters and buttons, where no name may be. */
  readonly occupied: readonly Box[];
  /** Metres per pixel. */
  readonly metresPerPx: number;
}

/** Approximate width and height of a letter, px. */
const LETTER_SIZE_PX = { main: 6.4, small: 5.8, high: 13 } as const;
/** Px by which the path is longer than the name on each side. */
const NAME_PADDING_PX = 6;
/** Maximum angle in degrees by which the street below a name may bend. */
const MAX_BEND_DEGREES = 50;

const cumulativeLengths = (points: readonly MetrePoint[]): readonly number[] =>
  points.reduce<number[]>((lengths, [x, y], index) => {
    const [px, py] = points[index - 1] ?? [x, y];
    return [...lengths, (lengths.at(-1) ?? 0) + Math.hypot(x - px, y - py)];
  }, []);

/** Returns the point at a distance in metres from the start of a line. */
const pointAlong = (points: readonly MetrePoint[], lengths: readonly number[], distance: number): MetrePoint => {
  const index = Math.max(
    1,
    lengths.findIndex((length) => length >= distance),
  );
  const [[ax, ay], [bx, by]] = [points[index - 1] ?? [0, 0], points[index] ?? points[0] ?? [0, 0]];
  const [startLength, endLength] = [lengths[index - 1] ?? 0, lengths[index] ?? 0];
  const share = endLength === startLength ? 0 : (distance - startLength) / (endLength - startLength);
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
};

/** Returns the part of a line between two distances from its start, including its corners. */
const partOfLine = (
  points: readonly MetrePoint[],
  lengths: readonly number[],
  startLength: number,
  endLength: number,
): readonly MetrePoint[] => [
  pointAlong(points, lengths, startLength),
  ...points.filter((_, index) => (lengths[index] ?? 0) > startLength && (lengths[index] ?? 0) < endLength),
  pointAlong(points, lengths, endLength),
];

const maxBendOf = (line: readonly MetrePoint[]): number => {
  const turnAngles = line
    .slice(1)
    .map(([x, y], index) => Math.atan2(y - (line[index]?.[1] ?? y), x - (line[index]?.[0] ?? x)));
  const bendAngles = turnAngles
    .slice(1)
    .map((angle, index) =>
      Math.abs(
        Math.atan2(Math.sin(angle - (turnAngles[index] ?? angle)), Math.cos(angle - (turnAngles[index] ?? angle))),
      ),
    );
  return (Math.max(0, ...bendAngles) * 180) / Math.PI;
};

const boxesAlong = (line: readonly MetrePoint[], halfWidth: number): readonly Box[] => {
  const lengths = cumulativeLengths(line);
  const count = Math.max(1, Math.ceil((lengths.at(-1) ?? 0) / halfWidth));
  return Array.from({ length: count + 1 }, (_, index) => {
    const [x, y] = pointAlong(line, lengths, ((lengths.at(-1) ?? 0) * index) / count);
    return { left: x - halfWidth, right: x + halfWidth, top: y - halfWidth, bottom: y + halfWidth };
  });
};

const isWithin = (box: Box, { left, right, top, bottom }: Box): boolean =>
  box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom;

interface StreetPart {
  readonly line: readonly MetrePoint[];
  readonly boxes: readonly Box[];
}

/**
 * Returns the part of a street that is long enough, straight enough and free for the name, the nearest to the street's
 * middle; null if there is none.
 */
const findFreePart = (
  { name, points, isMain }: NamedStreet,
  { visible, occupied, metresPerPx }: LabelArea,
): StreetPart | null => {
  const lengths = cumulativeLengths(points);
  const streetLength = lengths.at(-1) ?? 0;
  const nameLength =
    (name.length * (isMain ? LETTER_SIZE_PX.main : LETTER_SIZE_PX.small) + 2 * NAME_PADDING_PX) * metresPerPx;
  const stepMetres = Math.max(12 * metresPerPx, 1);
  const startDistances = Array.from(
    { length: Math.max(0, Math.floor((streetLength - nameLength) / stepMetres) + 1) },
    (_, index) => index * stepMetres,
  );
  const middleLength = (streetLength - nameLength) / 2;
  for (const startDistance of startDistances.sort((a, b) => Math.abs(a - middleLength) - Math.abs(b - middleLength))) {
    const line = partOfLine(points, lengths, startDistance, startDistance + nameLength);
    const boxes = boxesAlong(line, (LETTER_SIZE_PX.high / 2) * metresPerPx);
    if (
      maxBendOf(line) <= MAX_BEND_DEGREES &&
      boxes.every((box) => isWithin(box, visible) && !occupied.some((other) => doBoxesOverlap(box, other)))
    )
      return { line, boxes };
  }
  return null;
};

const pathOf = (line: readonly MetrePoint[]): string => {
  const [firstPoint, lastPoint] = [line[0], line.at(-1)];
  // Names are written from left to right, independent of the direction of the street's line.
  const leftToRight =
    firstPoint !== undefined && lastPoint !== undefined && lastPoint[0] < firstPoint[0] ? [...line].reverse() : line;
  return `M${leftToRight.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
};

/**
 * Returns the street names for which there is space. A name is drawn whole or not at all, and never below another
 * element.
 */
export const placeStreetNames = (
  labelArea: LabelArea,
  streets: readonly NamedStreet[] = STREET_NAMES,
): readonly WrittenName[] => {
  const occupiedBoxes = [...labelArea.occupied];
  return streets.flatMap((street) => {
    const freePart = findFreePart(street, { ...labelArea, occupied: occupiedBoxes });
    if (freePart === null) return [];
    occupiedBoxes.push(...freePart.boxes);
    return [{ name: street.name, isMain: street.isMain, path: pathOf(freePart.line) }];
  });
};

/** Returns the box of a label around its middle. */
export const labelBox = (name: string, [x, y]: MetrePoint, metresPerPx: number): Box => {
  const [halfWidth, halfHeight] = [(name.length * 3.6 + 4) * metresPerPx, 9 * metresPerPx];
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
};

/** Returns whether a label is fully visible and overlaps nothing. */
export const fitsIntoArea = (box: Box, { visible, occupied }: Pick<LabelArea, 'visible' | 'occupied'>): boolean =>
  isWithin(box, visible) && !occupied.some((other) => doBoxesOverlap(box, other));

const EARTH_CIRCUMFERENCE_METRES = 40_030_173;

/** Returns the metres per pixel of a view. */
const metresPerPxOf = ({ zoom, center }: Pick<MapView, 'zoom' | 'center'>): number =>
  (EARTH_CIRCUMFERENCE_METRES * Math.cos((center.latitude * Math.PI) / 180)) / (256 * 2 ** zoom);

/**
 * Returns the free space for names in a view. `markers` are in px of the projected world at the view's zoom,
 * `coveredBoxes` in px of the map's box.
 */
export const labelAreaOf = (view: MapView, markers: readonly Box[], coveredBoxes: readonly Box[]): LabelArea => {
  const { center, width, height, zoom } = view;
  const [x, y] = metresOf(center);
  const metresPerPixel = metresPerPxOf(view);
  const pixelsToMetres = (box: Box): Box => ({
    left: x + (box.left - width / 2) * metresPerPixel,
    right: x + (box.right - width / 2) * metresPerPixel,
    top: y + (box.top - height / 2) * metresPerPixel,
    bottom: y + (box.bottom - height / 2) * metresPerPixel,
  });
  const projectedToMetres = (box: Box): Box => {
    const [[left, top], [right, bottom]] = [
      metresOf(coordinateAt({ x: box.left, y: box.top }, Math.floor(zoom))),
      metresOf(coordinateAt({ x: box.right, y: box.bottom }, Math.floor(zoom))),
    ];
    return { left, right, top, bottom };
  };
  return {
    visible: pixelsToMetres({ left: 0, right: width, top: 0, bottom: height }),
    occupied: [...markers.map(projectedToMetres), ...coveredBoxes.map(pixelsToMetres)],
    metresPerPx: metresPerPixel,
  };
};
