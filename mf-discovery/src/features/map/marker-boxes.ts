/** Point in the projected world, px. */
export interface ProjectedPoint {
  readonly x: number;
  readonly y: number;
}

/** Rectangle in the projected world, px. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Functions that return the box of each kind of marker around its point. */
export interface MarkerSizes {
  /** Returns the box of a pill, which is above its point. */
  pillBox(label: string, point: ProjectedPoint): Box;
  /** Returns the box of a dot or ring, whose center is its point. */
  dotBox(point: ProjectedPoint): Box;
  /** Returns the box of a cluster's pill, whose center is its point. Without a price the cluster is a disc. */
  clusterBox(price: string | null, point: ProjectedPoint): Box;
  /** Returns the box of the selected restaurant's pin, with the name. */
  chosenBox(name: string, point: ProjectedPoint): Box;
}

/** Approximate width of a letter in a pill, px. */
const LETTER_WIDTH = 7.2;
/** Maximum width of a name's line, px; longer names wrap. */
const MAX_NAME_LINE_WIDTH = 190;
/** Minimum width of a name: the width of „ab 12,50 € · 12 Min.“, px. */
const MIN_NAME_WIDTH = 110;

const boxAround = ({ x, y }: ProjectedPoint, sidePx: number, abovePx: number, belowPx: number): Box => ({
  left: x - sidePx,
  right: x + sidePx,
  top: y - abovePx,
  bottom: y + belowPx,
});

/**
 * Creates the functions for the sizes of markers. `textScale` is the reader's font size divided by the default font
 * size.
 */
export const createMarkerSizes = (textScale: number): MarkerSizes => {
  const textWidth = (text: string): number => text.length * LETTER_WIDTH * textScale;
  const scaledPx = (px: number): number => px * Math.max(1, textScale);
  return {
    pillBox: (label, point) => boxAround(point, (51 + textWidth(label)) / 2, 7 + scaledPx(36), 0),
    dotBox: (point) => boxAround(point, 9, 9, 9),
    clusterBox: (price, point) =>
      boxAround(point, (52 + (price === null ? 0 : 15 + textWidth(price))) / 2, scaledPx(52) / 2, scaledPx(52) / 2),
    chosenBox: (name, point) => {
      const lineWidth = MAX_NAME_LINE_WIDTH * textScale;
      const widthPx = 74 + Math.min(lineWidth, Math.max(MIN_NAME_WIDTH * textScale, textWidth(name)));
      return boxAround(point, widthPx / 2, 12 + scaledPx(32 + 18 * Math.ceil(textWidth(name) / lineWidth)), 4);
    },
  };
};

/** Returns whether two boxes overlap. Boxes that only touch don't overlap. */
export const doBoxesOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Joins the two nearest overlapping groups, and repeats this until no groups overlap. */
export const joinOverlappingGroups = <Group extends ProjectedPoint>(
  groups: readonly Group[],
  boxOf: (group: Group) => Box,
  joinGroups: (a: Group, b: Group) => Group,
): readonly Group[] => {
  let separateGroups = groups.map((group) => ({ group, box: boxOf(group) }));
  for (;;) {
    const pairs = separateGroups.flatMap((a, index) =>
      separateGroups
        .slice(index + 1)
        .flatMap((b) =>
          doBoxesOverlap(a.box, b.box)
            ? [{ a, b, distance: Math.hypot(a.group.x - b.group.x, a.group.y - b.group.y) }]
            : [],
        ),
    );
    const [firstPair, ...otherPairs] = pairs;
    if (firstPair === undefined) return separateGroups.map(({ group }) => group);
    const { a, b } = otherPairs.reduce(
      (nearest, pair) => (pair.distance < nearest.distance ? pair : nearest),
      firstPair,
    );
    const group = joinGroups(a.group, b.group);
    separateGroups = [
      ...separateGroups.filter((candidate) => candidate !== a && candidate !== b),
      { group, box: boxOf(group) },
    ];
  }
};

/** Returns the px by which each box must be raised so that no boxes overlap. The southernmost boxes stay. */
export const liftsWithoutOverlap = (boxes: readonly Box[]): readonly number[] => {
  const placedBoxes: Box[] = [];
  const liftByBox = new Map<Box, number>();
  for (const box of [...boxes].sort((a, b) => b.bottom - a.bottom || a.left - b.left)) {
    const raiseBox = (liftPx: number): Box => ({ ...box, top: box.top - liftPx, bottom: box.bottom - liftPx });
    const findBlockingBox = (liftPx: number): Box | undefined =>
      placedBoxes.find((other) => doBoxesOverlap(other, raiseBox(liftPx)));
    let lift = 0;
    for (let other = findBlockingBox(lift); other !== undefined; other = findBlockingBox(lift))
      lift = Math.ceil(box.bottom - other.top);
    placedBoxes.push(raiseBox(lift));
    liftByBox.set(box, lift);
  }
  return boxes.map((box) => liftByBox.get(box) ?? 0);
};
