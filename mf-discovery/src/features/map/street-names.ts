import { coordinateAt, metrePointOf, STREET_NAMES } from '@mahlzeit/basemap';
import type { MetrePoint, NamedStreet } from '@mahlzeit/basemap';
import type { MapView } from './map-rules';
import { doBoxesOverlap } from './marker-boxes';
import type { PixelBox } from './marker-boxes';

/** Street name that is drawn along a part of its street. */
export interface PlacedStreetName {
  readonly name: string;
  /** SVG path in metres; the name is centred on it. */
  readonly path: string;
  readonly isMain: boolean;
}

/** Area of the map in which names may be drawn, in metres of the drawing. */
export interface LabelArea {
  readonly visible: PixelBox;
  /** Boxes of pins, clusters and buttons, where no name may be. */
  readonly occupied: readonly PixelBox[];
  /** Metres on the ground that one pixel of the map shows. */
  readonly metresPerPx: number;
}

/** Approximate width and height of a letter, px. */
const LETTER_SIZES_PX = { main: 6.4, small: 5.8, high: 13 } as const;
/** Px by which the path extends beyond the name on each side. */
const NAME_PADDING_PX = 6;
/** Maximum angle in degrees by which the street below a name may bend. */
const MAX_BEND_DEGREES = 50;

const cumulativeLengths = (points: readonly MetrePoint[]): readonly number[] =>
  points.reduce<number[]>((lengthsSoFar, [x, y], index) => {
    const [previousX, previousY] = points[index - 1] ?? [x, y];
    return [...lengthsSoFar, (lengthsSoFar.at(-1) ?? 0) + Math.hypot(x - previousX, y - previousY)];
  }, []);

/** Returns the point at a distance in metres from the start of a line. */
const pointAtDistance = (
  points: readonly MetrePoint[],
  cumulativeLengthList: readonly number[],
  distance: number,
): MetrePoint => {
  const index = Math.max(
    1,
    cumulativeLengthList.findIndex((cumulativeLength) => cumulativeLength >= distance),
  );
  const [[startX, startY], [endX, endY]] = [points[index - 1] ?? [0, 0], points[index] ?? points[0] ?? [0, 0]];
  const [startLength, endLength] = [cumulativeLengthList[index - 1] ?? 0, cumulativeLengthList[index] ?? 0];
  const segmentShare = endLength === startLength ? 0 : (distance - startLength) / (endLength - startLength);
  return [startX + (endX - startX) * segmentShare, startY + (endY - startY) * segmentShare];
};

/** Returns the part of a line between two distances from its start, including its corners. */
const sectionOfLine = (
  points: readonly MetrePoint[],
  cumulativeLengthList: readonly number[],
  startLength: number,
  endLength: number,
): readonly MetrePoint[] => [
  pointAtDistance(points, cumulativeLengthList, startLength),
  ...points.filter(
    (_, index) => (cumulativeLengthList[index] ?? 0) > startLength && (cumulativeLengthList[index] ?? 0) < endLength,
  ),
  pointAtDistance(points, cumulativeLengthList, endLength),
];

const maxBendDegreesOf = (line: readonly MetrePoint[]): number => {
  const turnAngles = line
    .slice(1)
    .map(([x, y], index) => Math.atan2(y - (line[index]?.[1] ?? y), x - (line[index]?.[0] ?? x)));
  const bendAngles = turnAngles
    .slice(1)
    .map((turnAngle, index) =>
      Math.abs(
        Math.atan2(
          Math.sin(turnAngle - (turnAngles[index] ?? turnAngle)),
          Math.cos(turnAngle - (turnAngles[index] ?? turnAngle)),
        ),
      ),
    );
  return (Math.max(0, ...bendAngles) * 180) / Math.PI;
};

const boxesAlongLine = (line: readonly MetrePoint[], halfWidth: number): readonly PixelBox[] => {
  const cumulativeLengthList = cumulativeLengths(line);
  const boxCount = Math.max(1, Math.ceil((cumulativeLengthList.at(-1) ?? 0) / halfWidth));
  return Array.from({ length: boxCount + 1 }, (_, index) => {
    const [x, y] = pointAtDistance(line, cumulativeLengthList, ((cumulativeLengthList.at(-1) ?? 0) * index) / boxCount);
    return { left: x - halfWidth, right: x + halfWidth, top: y - halfWidth, bottom: y + halfWidth };
  });
};

const isBoxWithin = (box: PixelBox, { left, right, top, bottom }: PixelBox): boolean =>
  box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom;

interface StreetSection {
  readonly line: readonly MetrePoint[];
  readonly boxes: readonly PixelBox[];
}

/**
 * Returns the part of a street that is long enough, straight enough and free for the name, the nearest to the street's
 * middle; null if there is none.
 */
const findFreeStreetSection = (
  { name, points, isMain }: NamedStreet,
  { visible, occupied, metresPerPx }: LabelArea,
): StreetSection | null => {
  const cumulativeLengthList = cumulativeLengths(points);
  const streetLengthMetres = cumulativeLengthList.at(-1) ?? 0;
  const nameLengthMetres =
    (name.length * (isMain ? LETTER_SIZES_PX.main : LETTER_SIZES_PX.small) + 2 * NAME_PADDING_PX) * metresPerPx;
  const stepMetres = Math.max(12 * metresPerPx, 1);
  const candidateStartDistances = Array.from(
    { length: Math.max(0, Math.floor((streetLengthMetres - nameLengthMetres) / stepMetres) + 1) },
    (_, index) => index * stepMetres,
  );
  const middleStartMetres = (streetLengthMetres - nameLengthMetres) / 2;
  for (const startDistance of candidateStartDistances.sort(
    (a, b) => Math.abs(a - middleStartMetres) - Math.abs(b - middleStartMetres),
  )) {
    const line = sectionOfLine(points, cumulativeLengthList, startDistance, startDistance + nameLengthMetres);
    const boxes = boxesAlongLine(line, (LETTER_SIZES_PX.high / 2) * metresPerPx);
    if (
      maxBendDegreesOf(line) <= MAX_BEND_DEGREES &&
      boxes.every(
        (box) => isBoxWithin(box, visible) && !occupied.some((occupiedBox) => doBoxesOverlap(box, occupiedBox)),
      )
    )
      return { line, boxes };
  }
  return null;
};

const svgPathOf = (line: readonly MetrePoint[]): string => {
  const [firstPoint, lastPoint] = [line[0], line.at(-1)];
  // Names are written from left to right, independent of the direction of the street's line.
  const leftToRightLine =
    firstPoint !== undefined && lastPoint !== undefined && lastPoint[0] < firstPoint[0] ? [...line].reverse() : line;
  return `M${leftToRightLine.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
};

/**
 * Returns the street names for which there is space. A name is drawn whole or not at all, and never below another
 * element.
 */
export const placeStreetNames = (
  labelArea: LabelArea,
  streets: readonly NamedStreet[] = STREET_NAMES,
): readonly PlacedStreetName[] => {
  const occupiedBoxes = [...labelArea.occupied];
  return streets.flatMap((street) => {
    const freeSection = findFreeStreetSection(street, { ...labelArea, occupied: occupiedBoxes });
    if (freeSection === null) return [];
    occupiedBoxes.push(...freeSection.boxes);
    return [{ name: street.name, isMain: street.isMain, path: svgPathOf(freeSection.line) }];
  });
};

/** Returns the box of a label around its middle. */
export const labelBoxAround = (name: string, [x, y]: MetrePoint, metresPerPx: number): PixelBox => {
  const [halfWidth, halfHeightMetres] = [(name.length * 3.6 + 4) * metresPerPx, 9 * metresPerPx];
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeightMetres, bottom: y + halfHeightMetres };
};

/** Returns whether a label is fully visible and overlaps nothing. */
export const doesBoxFitArea = (
  box: PixelBox,
  { visible, occupied }: Pick<LabelArea, 'visible' | 'occupied'>,
): boolean => isBoxWithin(box, visible) && !occupied.some((occupiedBox) => doBoxesOverlap(box, occupiedBox));

const EARTH_CIRCUMFERENCE_METRES = 40_030_173;

/** Returns how many metres a pixel of the map's view represents. */
const metresPerPxOf = ({ zoom, center }: Pick<MapView, 'zoom' | 'center'>): number =>
  (EARTH_CIRCUMFERENCE_METRES * Math.cos((center.latitude * Math.PI) / 180)) / (256 * 2 ** zoom);

/**
 * Returns the area in which names may be drawn. `markerBoxes` are in px of the projected world at the view's zoom,
 * `coveredBoxes` in px of the map's box.
 */
export const labelAreaOf = (
  view: MapView,
  markerBoxes: readonly PixelBox[],
  coveredBoxes: readonly PixelBox[],
): LabelArea => {
  const { center, width, height, zoom } = view;
  const [x, y] = metrePointOf(center);
  const metresPerPixel = metresPerPxOf(view);
  const pixelsToMetres = (box: PixelBox): PixelBox => ({
    left: x + (box.left - width / 2) * metresPerPixel,
    right: x + (box.right - width / 2) * metresPerPixel,
    top: y + (box.top - height / 2) * metresPerPixel,
    bottom: y + (box.bottom - height / 2) * metresPerPixel,
  });
  const projectedToMetres = (box: PixelBox): PixelBox => {
    const [[leftMetres, topMetres], [rightMetres, bottomMetres]] = [
      metrePointOf(coordinateAt({ x: box.left, y: box.top }, Math.floor(zoom))),
      metrePointOf(coordinateAt({ x: box.right, y: box.bottom }, Math.floor(zoom))),
    ];
    return { left: leftMetres, right: rightMetres, top: topMetres, bottom: bottomMetres };
  };
  return {
    visible: pixelsToMetres({ left: 0, right: width, top: 0, bottom: height }),
    occupied: [...markerBoxes.map(projectedToMetres), ...coveredBoxes.map(pixelsToMetres)],
    metresPerPx: metresPerPixel,
  };
};
