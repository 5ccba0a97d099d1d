import { coordinateAt, metresOf, STREET_NAMES } from '@mahlzeit/basemap';
import type { Metres, NamedStreet } from '@mahlzeit/basemap';
import type { MapView } from './map-rules';
import { doOverlap } from './marker-boxes';
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
  readonly metrePx: number;
}

/** Approximate width and height of a letter, px. */
const LETTER = { main: 6.4, small: 5.8, high: 13 } as const;
/** Px by which the path is longer than the name on each side. */
const AIR = 6;
/** Maximum angle in degrees by which the street below a name may bend. */
const MAX_BEND = 50;

const lengthsOf = (points: readonly Metres[]): readonly number[] =>
  points.reduce<number[]>((lengths, [x, y], index) => {
    const [px, py] = points[index - 1] ?? [x, y];
    return [...lengths, (lengths.at(-1) ?? 0) + Math.hypot(x - px, y - py)];
  }, []);

/** Returns the point at a distance in metres from the start of a line. */
const pointAlong = (points: readonly Metres[], lengths: readonly number[], along: number): Metres => {
  const index = Math.max(
    1,
    lengths.findIndex((length) => length >= along),
  );
  const [[ax, ay], [bx, by]] = [points[index - 1] ?? [0, 0], points[index] ?? points[0] ?? [0, 0]];
  const [startLength, endLength] = [lengths[index - 1] ?? 0, lengths[index] ?? 0];
  const share = endLength === startLength ? 0 : (along - startLength) / (endLength - startLength);
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
};

/** Returns the part of a line between two distances from its start, including its corners. */
const stretchOf = (
  points: readonly Metres[],
  lengths: readonly number[],
  startLength: number,
  endLength: number,
): readonly Metres[] => [
  pointAlong(points, lengths, startLength),
  ...points.filter((_, index) => (lengths[index] ?? 0) > startLength && (lengths[index] ?? 0) < endLength),
  pointAlong(points, lengths, endLength),
];

const bendOf = (line: readonly Metres[]): number => {
  const turnAngles = line
    .slice(1)
    .map(([x, y], index) => Math.atan2(y - (line[index]?.[1] ?? y), x - (line[index]?.[0] ?? x)));
  const bends = turnAngles
    .slice(1)
    .map((angle, index) =>
      Math.abs(
        Math.atan2(Math.sin(angle - (turnAngles[index] ?? angle)), Math.cos(angle - (turnAngles[index] ?? angle))),
      ),
    );
  return (Math.max(0, ...bends) * 180) / Math.PI;
};

const boxesAlong = (line: readonly Metres[], halfWidth: number): readonly Box[] => {
  const lengths = lengthsOf(line);
  const count = Math.max(1, Math.ceil((lengths.at(-1) ?? 0) / halfWidth));
  return Array.from({ length: count + 1 }, (_, index) => {
    const [x, y] = pointAlong(line, lengths, ((lengths.at(-1) ?? 0) * index) / count);
    return { left: x - halfWidth, right: x + halfWidth, top: y - halfWidth, bottom: y + halfWidth };
  });
};

const isWithin = (box: Box, { left, right, top, bottom }: Box): boolean =>
  box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom;

interface Stretch {
  readonly line: readonly Metres[];
  readonly boxes: readonly Box[];
}

/**
 * Returns the part of a street that is long enough, straight enough and free for the name, the nearest to the street's
 * middle; null if there is none.
 */
const freeStretch = (
  { name, points, isMain }: NamedStreet,
  { visible, occupied, metrePx }: LabelArea,
): Stretch | null => {
  const lengths = lengthsOf(points);
  const total = lengths.at(-1) ?? 0;
  const nameLength = (name.length * (isMain ? LETTER.main : LETTER.small) + 2 * AIR) * metrePx;
  const step = Math.max(12 * metrePx, 1);
  const starts = Array.from(
    { length: Math.max(0, Math.floor((total - nameLength) / step) + 1) },
    (_, index) => index * step,
  );
  const middleLength = (total - nameLength) / 2;
  for (const startPoint of starts.sort((a, b) => Math.abs(a - middleLength) - Math.abs(b - middleLength))) {
    const line = stretchOf(points, lengths, startPoint, startPoint + nameLength);
    const boxes = boxesAlong(line, (LETTER.high / 2) * metrePx);
    if (
      bendOf(line) <= MAX_BEND &&
      boxes.every((box) => isWithin(box, visible) && !occupied.some((other) => doOverlap(box, other)))
    )
      return { line, boxes };
  }
  return null;
};

const pathOf = (line: readonly Metres[]): string => {
  const [first, lastPoint] = [line[0], line.at(-1)];
  // Names are written from left to right, independent of the direction of the street's line.
  const leftToRight =
    first !== undefined && lastPoint !== undefined && lastPoint[0] < first[0] ? [...line].reverse() : line;
  return `M${leftToRight.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
};

/**
 * Returns the street names for which there is space. A name is drawn whole or not at all, and never below another
 * element.
 */
export const writeNames = (
  labelArea: LabelArea,
  streets: readonly NamedStreet[] = STREET_NAMES,
): readonly WrittenName[] => {
  const occupiedBoxes = [...labelArea.occupied];
  return streets.flatMap((street) => {
    const stretch = freeStretch(street, { ...labelArea, occupied: occupiedBoxes });
    if (stretch === null) return [];
    occupiedBoxes.push(...stretch.boxes);
    return [{ name: street.name, isMain: street.isMain, path: pathOf(stretch.line) }];
  });
};

/** Returns the box of a label around its middle. */
export const labelBox = (name: string, [x, y]: Metres, metrePx: number): Box => {
  const [side, half] = [(name.length * 3.6 + 4) * metrePx, 9 * metrePx];
  return { left: x - side, right: x + side, top: y - half, bottom: y + half };
};

/** Returns whether a label is fully visible and overlaps nothing. */
export const fitsInto = (box: Box, { visible, occupied }: Pick<LabelArea, 'visible' | 'occupied'>): boolean =>
  isWithin(box, visible) && !occupied.some((other) => doOverlap(box, other));

const METRES_AROUND = 40_030_173;

/** Returns the metres per pixel of a view. */
const metrePxOf = ({ zoom, center }: Pick<MapView, 'zoom' | 'center'>): number =>
  (METRES_AROUND * Math.cos((center.latitude * Math.PI) / 180)) / (256 * 2 ** zoom);

/**
 * Returns the free space for names in a view. `markers` are in px of the projected world at the view's zoom,
 * `coveredBoxes` in px of the map's box.
 */
export const labelAreaOf = (view: MapView, markers: readonly Box[], coveredBoxes: readonly Box[]): LabelArea => {
  const { center, width, height, zoom } = view;
  const [x, y] = metresOf(center);
  const scale = metrePxOf(view);
  const inMetres = (box: Box): Box => ({
    left: x + (box.left - width / 2) * scale,
    right: x + (box.right - width / 2) * scale,
    top: y + (box.top - height / 2) * scale,
    bottom: y + (box.bottom - height / 2) * scale,
  });
  const ofPicture = (box: Box): Box => {
    const [[left, top], [right, bottom]] = [
      metresOf(coordinateAt({ x: box.left, y: box.top }, Math.floor(zoom))),
      metresOf(coordinateAt({ x: box.right, y: box.bottom }, Math.floor(zoom))),
    ];
    return { left, right, top, bottom };
  };
  return {
    visible: inMetres({ left: 0, right: width, top: 0, bottom: height }),
    occupied: [...markers.map(ofPicture), ...coveredBoxes.map(inMetres)],
    metrePx: scale,
  };
};
