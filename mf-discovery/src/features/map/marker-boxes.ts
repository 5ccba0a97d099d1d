/** A point of the world's picture, px. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Room on the world's picture, px. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How much room markers take around their points. */
export interface MarkerSizes {
  /** A pill stands above its point. */
  pill(label: string, at: Spot): Box;
  /** A dot or ring lies on its point. */
  dot(at: Spot): Box;
  /** A cluster's pill lies on its point; without a price it is a disc. */
  cluster(price: string | null, at: Spot): Box;
  /** The chosen place's pin, with its name. */
  chosen(name: string, at: Spot): Box;
}

/** About as wide as a letter of a pill, px. */
const LETTER = 7.2;
/** A longer name wraps, px. */
const NAME_LINE = 190;
/** As wide as „ab 12,50 € · 12 Min.“, px. */
const SHORTEST_NAME = 110;

const around = ({ x, y }: Spot, side: number, above: number, below: number): Box => ({
  left: x - side,
  right: x + side,
  top: y - above,
  bottom: y + below,
});

/** The sizes of markers; `textScale` is how much larger than usual the reader's letters are. */
export const createMarkerSizes = (textScale: number): MarkerSizes => {
  const words = (text: string): number => text.length * LETTER * textScale;
  const high = (px: number): number => px * Math.max(1, textScale);
  return {
    pill: (label, at) => around(at, (51 + words(label)) / 2, 7 + high(36), 0),
    dot: (at) => around(at, 9, 9, 9),
    cluster: (price, at) => around(at, (52 + (price === null ? 0 : 15 + words(price))) / 2, high(52) / 2, high(52) / 2),
    chosen: (name, at) => {
      const line = NAME_LINE * textScale;
      const wide = 74 + Math.min(line, Math.max(SHORTEST_NAME * textScale, words(name)));
      return around(at, wide / 2, 12 + high(32 + 18 * Math.ceil(words(name) / line)), 4);
    },
  };
};

/** Whether one would lie over the other. */
export const doOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Joins the nearest two of those that overlap, again and again, until none does. */
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

/** How many px each box has to move up, so that none overlaps another; southern ones stay. */
export const liftApart = (boxes: readonly Box[]): readonly number[] => {
  const taken: Box[] = [];
  const lifts = new Map<Box, number>();
  for (const box of [...boxes].sort((a, b) => b.bottom - a.bottom || a.left - b.left)) {
    const raised = (lift: number): Box => ({ ...box, top: box.top - lift, bottom: box.bottom - lift });
    const blocking = (lift: number): Box | undefined => taken.find((other) => doOverlap(other, raised(lift)));
    let lift = 0;
    for (let other = blocking(lift); other !== undefined; other = blocking(lift))
      lift = Math.ceil(box.bottom - other.top);
    taken.push(raised(lift));
    lifts.set(box, lift);
  }
  return boxes.map((box) => lifts.get(box) ?? 0);
};
