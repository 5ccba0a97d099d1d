import type { MapView } from './map-rules';
import type { Box } from './marker-boxes';

/** What the button above the map covers of it, and those at its right edge, px. */
export const BUTTONS_ROOM = 68;

/** The buttons at the right edge: on phones above, else below. */
export const buttonsOn = ({ width, height }: Pick<MapView, 'width' | 'height'>, isWide: boolean): Box => {
  const sides = { left: width - 72, right: width };
  return isWide ? { ...sides, top: height - 176, bottom: height } : { ...sides, top: 0, bottom: 176 };
};

/** Half as wide as the button that searches the shown area, px. */
const AREA_BUTTON = 130;

/** What lies over a map of some size. */
export interface Overlays {
  readonly isWide: boolean;
  /** Px that lie below cards and bars along the lower edge. */
  readonly bottom: number;
  readonly hasAreaButton: boolean;
}

/**
 * What lies over the map, px of its box: the buttons at its right edge, on phones above and else below, one in the
 * middle above, and what lies along its lower edge.
 */
export const coveredParts = (
  { width, height }: Pick<MapView, 'width' | 'height'>,
  { isWide, bottom, hasAreaButton }: Overlays,
): readonly Box[] => {
  const buttons = buttonsOn({ width, height }, isWide);
  const above = hasAreaButton
    ? [{ left: width / 2 - AREA_BUTTON, right: width / 2 + AREA_BUTTON, top: 0, bottom: BUTTONS_ROOM }]
    : [];
  if (isWide) return [...above, buttons, { left: 0, right: 240, top: height - 44, bottom: height }];
  return [...above, buttons, { left: 0, right: width, top: height - bottom, bottom: height }];
};
