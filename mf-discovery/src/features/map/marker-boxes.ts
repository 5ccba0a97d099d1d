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

/** Sizes of markers around their points. */
export interface MarkerSizes {
  /** Box of a pill, which stands above its point. */
  pill(label: string, at: Spot): Box;
  /** Box of a dot or ring, which lies on its point. */
  dot(at: Spot): Box;
  /** Box of a cluster's pill, which lies on its point; without a price it is a disc. */
  cluster(price: string | null, at: Spot): Box;
  /** Box of the chosen place's pin with its name. */
  chosen(name: string, at: Spot): Box;
}

/** Approximate width of a letter in a pill, px. */
const LETTER = 7.2;
/** Maximum width of a name's line, px; longer names wrap. */
const NAME_LINE = 190;
/** Minimum width of a name: the width of „ab 12,50 € · 12 Min.“, px. */
const SHORTEST_NAME = 110;

const boxAround = ({ x, y }: Spot, side: number, above: number, below: number): Box => ({
  left: x - side,
  right: x + side,
  top: y - above,
  bottom: y + below,
});

/** Creates the sizes of markers. `textScale` is the reader's font size divided by the usual one. */
export const createMarkerSizes = (textScale: number): MarkerSizes => {
  const words = (text: string): number => text.length * LETTER * textScale;
  const high = (px: number): number => px * Math.max(1, textScale);
  return {
    pill: (label, at) => boxAround(at, (51 + words(label)) / 2, 7 + high(36), 0),
    dot: (at) => boxAround(at, 9, 9, 9),
    cluster: (price, at) =>
      boxAround(at, (52 + (price === null ? 0 : 15 + words(price))) / 2, high(52) / 2, high(52) / 2),
    chosen: (name, at) => {
      const line = NAME_LINE * textScale;
      const wide = 74 + Math.min(line, Math.max(SHORTEST_NAME * textScale, words(name)));
      return boxAround(at, wide / 2, 12 + high(32 + 18 * Math.ceil(words(name) / line)), 4);
    },
  };
};

/** Returns whether two boxes overlap. */
export const doOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Joins the nearest two overlapping groups, until none overlap. */
export const joinOverlapping = <Group extends Spot>(
  groups: readonly Group[],
  boxOf: (group: Group) => Box,
  join: (a: Group, b: Group) => Group,
): readonly Group[] => {
  let apart = groups.map((group) => ({ group, box: boxOf(group) }));
  for (;;) {
    const pairs = apart.flatMap((a, index) =>
      apart
        .slice(index + 1)
        .flatMap((b) =>
          doOverlap(a.box, b.box) ? [{ a, b, distance: Math.hypot(a.group.x - b.group.x, a.group.y - b.group.y) }] : [],
        ),
    );
    const [first, ...others] = pairs;
    if (first === undefined) return apart.map(({ group }) => group);
    const { a, b } = others.reduce((nearest, pair) => (pair.distance < nearest.distance ? pair : nearest), first);
    const group = join(a.group, b.group);
    apart = [...apart.filter((one) => one !== a && one !== b), { group, box: boxOf(group) }];
  }
};

/** Returns the px by which each box must be raised so that none overlap; southern boxes stay. */
export const liftApart = (boxes: readonly Box[]): readonly number[] => {
  const placed: Box[] = [];
  const lifts = new Map<Box, number>();
  for (const box of [...boxes].sort((a, b) => b.bottom - a.bottom || a.left - b.left)) {
    const raised = (lift: number): Box => ({ ...box, top: box.top - lift, bottom: box.bottom - lift });
    const blocking = (lift: number): Box | undefined => placed.find((other) => doOverlap(other, raised(lift)));
    let lift = 0;
    for (let other = blocking(lift); other !== undefined; other = blocking(lift))
      lift = Math.ceil(box.bottom - other.top);
    placed.push(raised(lift));
    lifts.set(box, lift);
  }
  return boxes.map((box) => lifts.get(box) ?? 0);
};
