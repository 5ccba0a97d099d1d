/** Point in the projected world, px. */
export interface Spot {
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
  pill(label: string, spot: Spot): Box;
  /** Returns the box of a dot or ring, whose center is its point. */
  dot(spot: Spot): Box;
  /** Returns the box of a cluster's pill, whose center is its point. Without a price the cluster is a disc. */
  cluster(price: string | null, spot: Spot): Box;
  /** Returns the box of the selected restaurant's pin, with the name. */
  chosen(name: string, spot: Spot): Box;
}

/** Approximate width of a letter in a pill, px. */
const LETTER = 7.2;
/** Maximum width of a name's line, px; longer names wrap. */
const NAME_LINE = 190;
/** Minimum width of a name: the width of „ab 12,50 € · 12 Min.“, px. */
const SHORTEST_NAME = 110;

const boxAround = ({ x, y }: Spot, side: number, above: number, belowPx: number): Box => ({
  left: x - side,
  right: x + side,
  top: y - above,
  bottom: y + belowPx,
});

/**
 * Creates the functions for the sizes of markers. `textScale` is the reader's font size divided by the default font
 * size.
 */
export const createMarkerSizes = (textScale: number): MarkerSizes => {
  const textWidth = (text: string): number => text.length * LETTER * textScale;
  const scaledPx = (px: number): number => px * Math.max(1, textScale);
  return {
    pill: (label, spot) => boxAround(spot, (51 + textWidth(label)) / 2, 7 + scaledPx(36), 0),
    dot: (spot) => boxAround(spot, 9, 9, 9),
    cluster: (price, spot) =>
      boxAround(spot, (52 + (price === null ? 0 : 15 + textWidth(price))) / 2, scaledPx(52) / 2, scaledPx(52) / 2),
    chosen: (name, spot) => {
      const line = NAME_LINE * textScale;
      const widthPx = 74 + Math.min(line, Math.max(SHORTEST_NAME * textScale, textWidth(name)));
      return boxAround(spot, widthPx / 2, 12 + scaledPx(32 + 18 * Math.ceil(textWidth(name) / line)), 4);
    },
  };
};

/** Returns whether two boxes overlap. Boxes that only touch don't overlap. */
export const doOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Joins the two nearest overlapping groups, and repeats this until no groups overlap. */
export const joinOverlapping = <Group extends Spot>(
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
          doOverlap(a.box, b.box) ? [{ a, b, distance: Math.hypot(a.group.x - b.group.x, a.group.y - b.group.y) }] : [],
        ),
    );
    const [first, ...otherPairs] = pairs;
    if (first === undefined) return separateGroups.map(({ group }) => group);
    const { a, b } = otherPairs.reduce((nearest, pair) => (pair.distance < nearest.distance ? pair : nearest), first);
    const group = joinGroups(a.group, b.group);
    separateGroups = [
      ...separateGroups.filter((candidate) => candidate !== a && candidate !== b),
      { group, box: boxOf(group) },
    ];
  }
};

/** Returns the px by which each box must be raised so that no boxes overlap. The southernmost boxes stay. */
export const liftApart = (boxes: readonly Box[]): readonly number[] => {
  const placedBoxes: Box[] = [];
  const lifts = new Map<Box, number>();
  for (const box of [...boxes].sort((a, b) => b.bottom - a.bottom || a.left - b.left)) {
    const raisedBy = (lift: number): Box => ({ ...box, top: box.top - lift, bottom: box.bottom - lift });
    const blocking = (lift: number): Box | undefined => placedBoxes.find((other) => doOverlap(other, raisedBy(lift)));
    let lift = 0;
    for (let other = blocking(lift); other !== undefined; other = blocking(lift))
      lift = Math.ceil(box.bottom - other.top);
    placedBoxes.push(raisedBy(lift));
    lifts.set(box, lift);
  }
  return boxes.map((box) => lifts.get(box) ?? 0);
};
