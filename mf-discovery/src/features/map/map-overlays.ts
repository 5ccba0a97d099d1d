import type { MapView } from './map-rules';
import type { PixelBox } from './marker-boxes';

/**
 * Size in px of two strips of the map that buttons cover: the height of the strip at the upper edge, and the width of
 * the strip at the right edge.
 */
export const BUTTON_COLUMN_SIZE_PX = 68;

/**
 * Returns the box of the buttons at the map's right edge. They are at the top on phones, and otherwise at the bottom.
 */
export const mapButtonsBox = (
  { width, height }: Pick<MapView, 'width' | 'height'>,
  isWideWindow: boolean,
): PixelBox => {
  const horizontalEdges = { left: width - 72, right: width };
  return isWideWindow
    ? { ...horizontalEdges, top: height - 176, bottom: height }
    : { ...horizontalEdges, top: 0, bottom: 176 };
};

/** Half the width in px of the button that searches the visible area. */
const AREA_BUTTON_HALF_WIDTH_PX = 130;

/** Cards and bars that lie above the map and cover a part of it. */
export interface MapOverlays {
  readonly isWide: boolean;
  /** Height in px that cards and bars cover at the lower edge of the map. */
  readonly bottomPx: number;
  readonly hasAreaButton: boolean;
}

/**
 * Returns the covered boxes in px of the map's box: the buttons at the right edge, the button at the top, and the bar
 * at the lower edge.
 */
export const coveredBoxesOf = (
  { width, height }: Pick<MapView, 'width' | 'height'>,
  { isWide, bottomPx, hasAreaButton }: MapOverlays,
): readonly PixelBox[] => {
  const buttonColumnBox = mapButtonsBox({ width, height }, isWide);
  const areaButtonBoxes = hasAreaButton
    ? [
        {
          left: width / 2 - AREA_BUTTON_HALF_WIDTH_PX,
          right: width / 2 + AREA_BUTTON_HALF_WIDTH_PX,
          top: 0,
          bottom: BUTTON_COLUMN_SIZE_PX,
        },
      ]
    : [];
  if (isWide) return [...areaButtonBoxes, buttonColumnBox, { left: 0, right: 240, top: height - 44, bottom: height }];
  return [...areaButtonBoxes, buttonColumnBox, { left: 0, right: width, top: height - bottomPx, bottom: height }];
};
