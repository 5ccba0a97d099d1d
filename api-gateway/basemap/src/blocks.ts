import { readPoints } from './projection';
import type { MetrePoint } from './projection';

/** A built-up quarter of the town, crossed by parallel lanes. */
interface Quarter {
  readonly outline: readonly MetrePoint[];
  /** Angle of the quarter's lanes in degrees. */
  readonly angle: number;
  /**
   * Distance in metres between two lanes that run at right angles to `angle`; `laneWidth` is the distance between lanes
   * that run along it.
   */
  readonly laneLength: number;
  readonly laneWidth: number;
}

const createQuarter = (angle: number, laneWidth: number, laneLength: number, outline: string): Quarter => ({
  outline: readPoints(outline),
  angle,
  laneWidth,
  laneLength,
});

// Approximate outlines of the quarters. Water, parks and roads are drawn over them.
const QUARTERS: readonly Quarter[] = [
  // Quarter Neustadt.
  createQuarter(
    -34,
    104,
    76,
    '5585 9885,5556 9790,5528 9762,5502 9700,5463 9690,5446 9750,5444 9818,5478 9900,5519 9935,5553 9905',
  ),
  // Quarter Altstadt.
  createQuarter(
    14,
    112,
    78,
    '5519 9935,5478 9900,5450 9850,5447 9880,5455 9960,5466 10070,5510 10060,5555 10030,5572 10003,5538 9990,5525 9968',
  ),
  // Quarter St. Pauli.
  createQuarter(
    -6,
    118,
    74,
    '5556 9690,5548 9772,5528 9760,5505 9700,5465 9690,5457 9570,5500 9545,5560 9560,5590 9650',
  ),
  // Quarter Sternschanze.
  createQuarter(-30, 110, 78, '5590 9650,5556 9690,5552 9780,5612 9800,5640 9780,5640 9640,5620 9600'),
  // Quarter St. Georg.
  createQuarter(
    -42,
    120,
    76,
    '5572 10003,5590 10050,5620 10090,5650 10140,5600 10230,5530 10160,5516 10060,5550 10030',
  ),
  // Quarter HafenCity.
  createQuarter(
    10,
    124,
    70,
    '5438 9830,5446 9900,5452 9990,5455 10020,5440 10080,5400 10200,5380 10140,5392 9990,5405 9900,5415 9840',
  ),
  // Quarter Rotherbaum.
  createQuarter(4, 128, 96, '5610 9830,5604 9905,5610 9930,5700 9960,5760 9960,5765 9780,5690 9790,5650 9800'),
  // Quarter Altona-Altstadt.
  createQuarter(-8, 124, 84, '5560 9560,5500 9545,5457 9570,5448 9400,5452 9300,5540 9300,5600 9400,5610 9500'),
  // Quarter Ottensen.
  createQuarter(12, 112, 76, '5452 9300,5560 9300,5600 9250,5580 9050,5470 9050,5446 9180'),
  // Quarter Eimsbüttel.
  createQuarter(-24, 132, 92, '5640 9640,5620 9560,5640 9300,5760 9300,5830 9450,5770 9760,5690 9790,5640 9780'),
  // Quarters Hoheluft and Eppendorf.
  createQuarter(6, 130, 92, '5765 9780,5760 9960,5800 9985,5900 9950,5950 9850,5920 9650,5830 9700'),
  // Quarter Winterhude.
  createQuarter(-12, 134, 94, '5790 10005,5800 10060,5830 10070,5850 10170,5920 10110,5950 10000,5900 9960,5840 9990'),
  // Quarters Uhlenhorst and Barmbek.
  createQuarter(
    -28,
    138,
    94,
    '5650 10150,5690 10170,5750 10100,5790 10060,5830 10080,5850 10170,5870 10400,5760 10420,5690 10300',
  ),
  // Quarter Hammerbrook.
  createQuarter(-4, 140, 88, '5516 10060,5530 10160,5545 10330,5450 10380,5430 10200,5466 10075'),
  // Quarter Hammerbrook, its eastern part.
  createQuarter(-16, 136, 92, '5530 10160,5600 10230,5660 10280,5690 10420,5690 10650,5560 10650,5545 10330'),
];

/** Metres from a lane's middle to the blocks on either side. */
const HALF_LANE_WIDTH_METRES = 5;
/** Depth of the houses in metres: from a block's edge to the yard inside the block. */
const HOUSE_DEPTH_METRES = 15;
const YARD_SHARE = 0.62;
/** Largest deviation of a block's corner from an even grid, as a fraction of the distance to the next corner. */
const MAX_CORNER_OFFSET_SHARE = 0.14;

/**
 * Returns a generator of pseudo-random numbers. A seed gives the same numbers in every browser on every day, so that
 * the map always looks the same.
 */
const seededRandom = (seed: number): (() => number) => {
  let randomState = seed;
  return () => {
    randomState = (randomState * 16_807) % 2_147_483_647;
    return randomState / 2_147_483_647;
  };
};

const isInsideOutline = ([x, y]: MetrePoint, outline: readonly MetrePoint[]): boolean =>
  outline.reduce((isPointInside, [ax, ay], index) => {
    const [bx, by] = outline.at(index - 1) ?? [ax, ay];
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !isPointInside : isPointInside;
  }, false);

const centroidOf = (corners: readonly MetrePoint[]): MetrePoint => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

// Moves the corners of a block towards its middle by about `insetMetres` each, independent of the block's shape.
const shrinkBlock = (corners: readonly MetrePoint[], insetMetres: number): readonly MetrePoint[] => {
  const [x, y] = centroidOf(corners);
  return corners.map(([cornerX, cornerY]): MetrePoint => {
    const cornerDistance = Math.hypot(cornerX - x, cornerY - y);
    const shrinkFactor = Math.max(0.2, 1 - (insetMetres * 1.4) / cornerDistance);
    return [x + (cornerX - x) * shrinkFactor, y + (cornerY - y) * shrinkFactor];
  });
};

const svgPathOf = (corners: readonly MetrePoint[]): string =>
  `M${corners.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}Z`;

/** Rectangle of the drawing. Its edges are metres east and south of the drawing's origin. */
interface Extent {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

/** A quarter's blocks as three SVG paths to fill: lanes, blocks between them, and yards within the blocks. */
export interface QuarterBlocks {
  readonly lanes: string;
  readonly blocks: string;
  readonly yards: string;
}

const extentOf = (points: readonly MetrePoint[]): Extent => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
};

/** Returns the corners of an uneven grid over a quarter, row by row. */
const gridCornersOf = (
  { outline, angle, laneWidth, laneLength }: Quarter,
  nextRandom: () => number,
): readonly (readonly MetrePoint[])[] => {
  const [x, y] = centroidOf(outline);
  const { west, east, north, south } = extentOf(outline);
  const halfDiagonal = Math.hypot(east - west, south - north) / 2;
  const [cosOfAngle, sinOfAngle] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [halfColumnCount, halfRowCount] = [Math.ceil(halfDiagonal / laneWidth), Math.ceil(halfDiagonal / laneLength)];
  const randomOffset = (edgeLength: number): number => (nextRandom() - 0.5) * 2 * MAX_CORNER_OFFSET_SHARE * edgeLength;
  return Array.from({ length: 2 * halfRowCount + 1 }, (_, row) =>
    Array.from({ length: 2 * halfColumnCount + 1 }, (_unused, column): MetrePoint => {
      const [alongMetres, acrossMetres] = [
        (column - halfColumnCount) * laneWidth + randomOffset(laneWidth),
        (row - halfRowCount) * laneLength + randomOffset(laneLength),
      ];
      return [
        x + alongMetres * cosOfAngle - acrossMetres * sinOfAngle,
        y + alongMetres * sinOfAngle + acrossMetres * cosOfAngle,
      ];
    }),
  );
};

const drawQuarter = (drawnQuarter: Quarter): QuarterBlocks => {
  const nextRandom = seededRandom(Math.round(drawnQuarter.laneWidth * 1_000 + drawnQuarter.laneLength));
  const gridRows = gridCornersOf(drawnQuarter, nextRandom);
  const gridCells = gridRows.slice(1).flatMap((row, index) =>
    row.slice(1).flatMap((corner, column) => {
      const previousRow = gridRows[index];
      const [topLeft, topRight, bottomLeft] = [previousRow?.[column], previousRow?.[column + 1], row[column]];
      const cellCorners =
        topLeft === undefined || topRight === undefined || bottomLeft === undefined
          ? []
          : [topLeft, topRight, corner, bottomLeft];
      return cellCorners.length > 0 && isInsideOutline(centroidOf(cellCorners), drawnQuarter.outline)
        ? [cellCorners]
        : [];
    }),
  );
  return {
    lanes: gridCells.map(svgPathOf).join(''),
    blocks: gridCells.map((cell) => svgPathOf(shrinkBlock(cell, HALF_LANE_WIDTH_METRES))).join(''),
    yards: gridCells
      .filter(() => nextRandom() < YARD_SHARE)
      .map((cell) => svgPathOf(shrinkBlock(cell, HALF_LANE_WIDTH_METRES + HOUSE_DEPTH_METRES)))
      .join(''),
  };
};

const blocksByQuarter = new Map<Quarter, QuarterBlocks>();

/**
 * Returns the blocks of every quarter that overlaps the given part of the drawing, in metres east and south of the
 * origin. Each quarter is drawn once and then cached.
 */
export const blocksWithin = ({ west, east, north, south }: Extent): readonly QuarterBlocks[] =>
  QUARTERS.flatMap((cityQuarter) => {
    const quarterExtent = extentOf(cityQuarter.outline);
    if (
      quarterExtent.east < west ||
      quarterExtent.west > east ||
      quarterExtent.south < north ||
      quarterExtent.north > south
    )
      return [];
    const blocks = blocksByQuarter.get(cityQuarter) ?? drawQuarter(cityQuarter);
    blocksByQuarter.set(cityQuarter, blocks);
    return [blocks];
  });
