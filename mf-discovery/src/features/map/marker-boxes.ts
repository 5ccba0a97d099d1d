/** Point in px of the projected world: the whole world as one picture at the map's zoom. */
export interface ProjectedPoint {
  readonly x: number;
  readonly y: number;
}

/** Rectangle in px of the projected world: the whole world as one picture at the map's zoom. */
export interface PixelBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Functions that return the box of each kind of marker around its point. */
export interface MarkerSizes {
  /** Returns the box of a pill, which is above its point. */
  pillBox(label: string, point: ProjectedPoint): PixelBox;
  /** Returns the box of a dot or ring, whose center is its point. */
  dotBox(point: ProjectedPoint): PixelBox;
  /** Returns the box of a cluster's pill, whose center is its point. Without a price the cluster is a disc. */
  clusterBox(price: string | null, point: ProjectedPoint): PixelBox;
  /** Returns the box of the selected restaurant's pin, with the name. */
  chosenBox(restaurantName: string, point: ProjectedPoint): PixelBox;
}

/** Approximate width of a letter in a pill, px. */
const LETTER_WIDTH_PX = 7.2;
/** Maximum width of a name's line, px; longer names wrap. */
const MAX_NAME_LINE_WIDTH_PX = 190;
/** Minimum width of a name: the width of „ab 12,50 € · 12 Min.“, px. */
const MIN_NAME_WIDTH_PX = 110;

const boxAround = ({ x, y }: ProjectedPoint, sidePx: number, abovePx: number, belowPx: number): PixelBox => ({
  left: x - sidePx,
  right: x + sidePx,
  top: y - abovePx,
  bottom: y + belowPx,
});

/**
 * Creates the functions for the sizes of markers. `textScale` is the user's font size divided by the default font size.
 */
export const createMarkerSizes = (textScale: number): MarkerSizes => {
  const textWidthPx = (text: string): number => text.length * LETTER_WIDTH_PX * textScale;
  const scalePx = (unscaledPx: number): number => unscaledPx * Math.max(1, textScale);
  return {
    pillBox: (label, point) => boxAround(point, (51 + textWidthPx(label)) / 2, 7 + scalePx(36), 0),
    dotBox: (point) => boxAround(point, 9, 9, 9),
    clusterBox: (price, point) =>
      boxAround(point, (52 + (price === null ? 0 : 15 + textWidthPx(price))) / 2, scalePx(52) / 2, scalePx(52) / 2),
    chosenBox: (name, point) => {
      const lineWidthPx = MAX_NAME_LINE_WIDTH_PX * textScale;
      const widthPx = 74 + Math.min(lineWidthPx, Math.max(MIN_NAME_WIDTH_PX * textScale, textWidthPx(name)));
      return boxAround(point, widthPx / 2, 12 + scalePx(32 + 18 * Math.ceil(textWidthPx(name) / lineWidthPx)), 4);
    },
  };
};

/** Returns whether two boxes overlap. Boxes that only touch don't overlap. */
export const doBoxesOverlap = (firstBox: PixelBox, secondBox: PixelBox): boolean =>
  firstBox.left < secondBox.right &&
  secondBox.left < firstBox.right &&
  firstBox.top < secondBox.bottom &&
  secondBox.top < firstBox.bottom;

/** Joins the two nearest overlapping groups, and repeats this until no groups overlap. */
export const joinOverlappingGroups = <Group extends ProjectedPoint>(
  groups: readonly Group[],
  groupBoxOf: (group: Group) => PixelBox,
  joinGroups: (firstGroup: Group, secondGroup: Group) => Group,
): readonly Group[] => {
  let remainingGroups = groups.map((group) => ({ group, box: groupBoxOf(group) }));
  for (;;) {
    const overlappingPairs = remainingGroups.flatMap((firstEntry, index) =>
      remainingGroups.slice(index + 1).flatMap((secondEntry) =>
        doBoxesOverlap(firstEntry.box, secondEntry.box)
          ? [
              {
                a: firstEntry,
                b: secondEntry,
                distance: Math.hypot(
                  firstEntry.group.x - secondEntry.group.x,
                  firstEntry.group.y - secondEntry.group.y,
                ),
              },
            ]
          : [],
      ),
    );
    const [firstPair, ...otherPairs] = overlappingPairs;
    if (firstPair === undefined) return remainingGroups.map(({ group }) => group);
    const { a, b } = otherPairs.reduce(
      (nearestPair, pair) => (pair.distance < nearestPair.distance ? pair : nearestPair),
      firstPair,
    );
    const group = joinGroups(a.group, b.group);
    remainingGroups = [
      ...remainingGroups.filter((separateGroup) => separateGroup !== a && separateGroup !== b),
      { group, box: groupBoxOf(group) },
    ];
  }
};

/** Returns for each box the px by which it must be raised so that no boxes overlap. The southernmost boxes stay. */
export const computeMarkerLifts = (markerBoxes: readonly PixelBox[]): readonly number[] => {
  const placedBoxes: PixelBox[] = [];
  const liftPxByBox = new Map<PixelBox, number>();
  for (const boxToPlace of [...markerBoxes].sort(
    (firstBox, secondBox) => secondBox.bottom - firstBox.bottom || firstBox.left - secondBox.left,
  )) {
    const raiseBox = (liftPx: number): PixelBox => ({
      ...boxToPlace,
      top: boxToPlace.top - liftPx,
      bottom: boxToPlace.bottom - liftPx,
    });
    const findOverlappingBox = (liftPx: number): PixelBox | undefined =>
      placedBoxes.find((placedBox) => doBoxesOverlap(placedBox, raiseBox(liftPx)));
    let boxLiftPx = 0;
    for (
      let overlappingBox = findOverlappingBox(boxLiftPx);
      overlappingBox !== undefined;
      overlappingBox = findOverlappingBox(boxLiftPx)
    )
      boxLiftPx = Math.ceil(boxToPlace.bottom - overlappingBox.top);
    placedBoxes.push(raiseBox(boxLiftPx));
    liftPxByBox.set(boxToPlace, boxLiftPx);
  }
  return markerBoxes.map((box) => liftPxByBox.get(box) ?? 0);
};
