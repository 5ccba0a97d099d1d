import type { MapView } from './map-rules';
import type { Box } from './marker-boxes';

/** Px of the map that the button at the top covers, and that the buttons at the right edge cover. */
export const BUTTONS_ROOM = 68;

/** Returns the box of the buttons at the right edge: at the top on phones, else at the bottom. */
export const buttonsOn = ({ width, height }: Pick<MapView, 'width' | 'height'>, isWide: boolean): Box => {
  const sides = { left: width - 72, right: width };
  return isWide ? { ...sides, top: height - 176, bottom: height } : { ...sides, top: 0, bottom: 176 };
};

/** Half the width in px of the button that searches the visible area. */
const AREA_BUTTON = 130;

/** Elements that lie above the map. */
export interface Overlays {
  readonly isWide: boolean;
  /** Px covered by cards and bars at the lower edge. */
  readonly bottom: number;
  readonly hasAreaButton: boolean;
}

/**
 * Returns the covered boxes in px of the map's box: the buttons at the right edge, the button at the top, and the bar
 * at the lower edge.
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
