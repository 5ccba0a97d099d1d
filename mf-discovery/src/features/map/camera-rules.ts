import { coordinateAt, mercator } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { MapView } from './map-rules';
import { doBoxesOverlap } from './marker-boxes';
import type { Box } from './marker-boxes';

/** Px of the map that cards, bars and buttons cover, from each edge. */
export interface CoveredEdges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/**
 * Covered edges, and the box of the buttons in a corner at the right edge, in px of the map's box. Content next to,
 * above or below the buttons may reach the right edge.
 */
export interface CoveredMap extends CoveredEdges {
  readonly buttons: Box;
}

/** Center and zoom of a map. */
export interface Camera {
  readonly center: Coordinate;
  readonly zoom: number;
}

/** Share of the view's size that is added on each side, so that markers near the edge exist before the map moves. */
const VIEW_MARGIN = 0.1;

/** Computes the view of a map of this size. */
export const viewAt = ({ center, zoom }: Camera, width: number, height: number): MapView => {
  const { x, y } = mercator(center, zoom);
  const corner = (right: number, downPx: number): Coordinate =>
    coordinateAt({ x: x + right * width, y: y + downPx * height }, zoom);
  const [northWest, southEast] = [
    corner(-0.5 - VIEW_MARGIN, -0.5 - VIEW_MARGIN),
    corner(0.5 + VIEW_MARGIN, 0.5 + VIEW_MARGIN),
  ];
  return {
    zoom,
    center,
    width,
    height,
    west: northWest.longitude,
    north: northWest.latitude,
    east: southEast.longitude,
    south: southEast.latitude,
    diagonal: distanceMeters(corner(-0.5, 0.5), corner(0.5, -0.5)),
  };
};

/** Px that a marker needs around its point: to each side, above and below. */
interface MarkerMargins {
  readonly sidePx: number;
  readonly abovePx: number;
  readonly belowPx: number;
}

const PILL_MARGINS: MarkerMargins = { sidePx: 66, abovePx: 48, belowPx: 8 };
/** Margins for the marker of a selected restaurant whose name has two full lines. */
const CHOSEN_MARGINS: MarkerMargins = { sidePx: 136, abovePx: 80, belowPx: 10 };

/** Returns the part of the map in which a marker's point may be, in px from the north-west corner. */
const freeBoxFor = (
  { width, height }: Pick<MapView, 'width' | 'height'>,
  coveredEdges: CoveredEdges,
  marker: MarkerMargins,
) => ({
  left: coveredEdges.left + marker.sidePx,
  right: width - coveredEdges.right - marker.sidePx,
  top: coveredEdges.top + marker.abovePx,
  bottom: height - coveredEdges.bottom - marker.belowPx,
});

type Spans = Readonly<Record<'west' | 'east' | 'north' | 'south', number>>;

const pixelSpansOf = (points: readonly Coordinate[], zoom: number): Spans => {
  const pixels = points.map((point) => mercator(point, zoom));
  const [xs, ys] = [pixels.map(({ x }) => x), pixels.map(({ y }) => y)];
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
};

/** Limits of the zoom for a camera that shows several points. */
interface FitBounds {
  readonly maxZoom: number;
  readonly minZoom: number;
}

/**
 * Returns the camera that centers the points in the free part of the map. The middle of that part isn't the middle of
 * the map.
 */
const centeredCamera = (
  freeBox: Box,
  { west, east, north, south }: Spans,
  { width, height }: MapView,
  zoom: number,
): Camera => {
  const [rightPx, downPx] = [(freeBox.left + freeBox.right - width) / 2, (freeBox.top + freeBox.bottom - height) / 2];
  return { center: coordinateAt({ x: (west + east) / 2 - rightPx, y: (north + south) / 2 - downPx }, zoom), zoom };
};

/** Returns the screen position of a point under a camera, in px of the map's box. */
const pointOn = (point: Coordinate, { center, zoom }: Camera, { width, height }: Pick<MapView, 'width' | 'height'>) => {
  const [pixel, centerPixel] = [mercator(point, zoom), mercator(center, zoom)];
  return { x: pixel.x - centerPixel.x + width / 2, y: pixel.y - centerPixel.y + height / 2 };
};

const pillAt = ({ x, y }: { readonly x: number; readonly y: number }): Box => ({
  left: x - PILL_MARGINS.sidePx,
  right: x + PILL_MARGINS.sidePx,
  top: y - PILL_MARGINS.abovePx,
  bottom: y + PILL_MARGINS.belowPx,
});

/**
 * Returns the free parts of the map in the order in which a camera tries them: the whole map without its covered edges
 * (only of use if no pin would be below the buttons), the part next to the buttons, and the part above or below them.
 */
const freeBoxesOf = (view: MapView, coveredMap: CoveredMap): readonly Box[] => {
  const { buttons } = coveredMap;
  const coveredEdges = { ...coveredMap, right: 0 };
  const areButtonsAbove = buttons.top < view.height - buttons.bottom;
  const edgesPastButtons = areButtonsAbove
    ? { ...coveredEdges, top: Math.max(coveredMap.top, buttons.bottom) }
    : { ...coveredEdges, bottom: Math.max(coveredMap.bottom, view.height - buttons.top) };
  return [coveredEdges, { ...coveredEdges, right: view.width - buttons.left }, edgesPastButtons].map((freeEdges) =>
    freeBoxFor(view, freeEdges, PILL_MARGINS),
  );
};

/** Returns the camera with the largest zoom at which all points are uncovered and their markers whole. */
export const cameraOnPoints = (
  points: readonly Coordinate[],
  view: MapView,
  coveredMap: CoveredMap,
  { maxZoom, minZoom }: FitBounds,
): Camera => {
  const freeBoxes = freeBoxesOf(view, coveredMap);
  for (let zoom = maxZoom; zoom > minZoom; zoom -= 1) {
    const spans = pixelSpansOf(points, zoom);
    for (const freeBox of freeBoxes) {
      const camera = centeredCamera(freeBox, spans, view, zoom);
      const doPointsFit =
        spans.east - spans.west <= Math.max(1, freeBox.right - freeBox.left) &&
        spans.south - spans.north <= Math.max(1, freeBox.bottom - freeBox.top);
      if (
        doPointsFit &&
        !points.some((point) => doBoxesOverlap(pillAt(pointOn(point, camera, view)), coveredMap.buttons))
      )
        return camera;
    }
  }
  const [, boxBesideButtons] = freeBoxes;
  return centeredCamera(
    boxBesideButtons ?? { left: 0, top: 0, right: view.width, bottom: view.height },
    pixelSpansOf(points, minZoom),
    view,
    minZoom,
  );
};

/** Share of the restaurants that the next attempt keeps, if no price can be read. */
const REMAINING_POINT_SHARE = 0.8;

/** Restaurants that pass the filters, with a function that rates a camera. */
export interface MapResults {
  /** Center of the list. */
  readonly center: Coordinate;
  /** Points of the restaurants, the nearest first. */
  readonly points: readonly Coordinate[];
  /** Whether at least one restaurant has a price. */
  readonly isPriced: boolean;
  /** Returns the number of prices that can be read under a camera, on single markers or on clusters. */
  countPrices(camera: Camera): number;
}

/**
 * Returns a camera that shows all results. If the distances are so large that no price could be read, it shows only the
 * nearest ones.
 */
export const cameraOnResults = (
  { center, points, isPriced, countPrices }: MapResults,
  cameraFor: (points: readonly Coordinate[]) => Camera,
): Camera => {
  const cameraOnAll = cameraFor([center, ...points]);
  for (let count = isPriced ? points.length : 0; count > 0; count = Math.floor(count * REMAINING_POINT_SHARE)) {
    const camera = cameraFor([center, ...points.slice(0, count)]);
    if (countPrices(camera) > 0) return camera;
  }
  return cameraOnAll;
};

/**
 * Returns the distance that moves a point between two edges. If the edges leave no space, the point moves to their
 * middle.
 */
const distanceInto = (position: number, minimum: number, maximum: number): number => {
  if (minimum > maximum) return position - (minimum + maximum) / 2;
  return position < minimum ? position - minimum : Math.max(0, position - maximum);
};

/**
 * Returns the camera after the smallest move that shows the whole pin of the selected restaurant; null if the pin is
 * fully visible already.
 */
export const cameraShowing = (point: Coordinate, view: MapView, coveredEdges: CoveredEdges): Camera | null => {
  const { zoom, center, width, height } = view;
  const freeBox = freeBoxFor(view, coveredEdges, CHOSEN_MARGINS);
  const [pixel, centerPixel] = [mercator(point, zoom), mercator(center, zoom)];
  const rightPx = distanceInto(pixel.x - centerPixel.x + width / 2, freeBox.left, freeBox.right);
  const downPx = distanceInto(pixel.y - centerPixel.y + height / 2, freeBox.top, freeBox.bottom);
  if (Math.abs(rightPx) < 1 && Math.abs(downPx) < 1) return null;
  return { center: coordinateAt({ x: centerPixel.x + rightPx, y: centerPixel.y + downPx }, zoom), zoom };
};

/** Returns whether the pin of a restaurant is visible. */
export const isPinVisible = (point: Coordinate, view: MapView, coveredEdges: CoveredEdges): boolean => {
  const { width, height } = view;
  const { x, y } = pointOn(point, view, view);
  // A pin that is cut off at a side still shows its price as long as its point is visible.
  return (
    x >= coveredEdges.left &&
    x <= width - coveredEdges.right &&
    y >= coveredEdges.top &&
    y <= height - coveredEdges.bottom
  );
};
