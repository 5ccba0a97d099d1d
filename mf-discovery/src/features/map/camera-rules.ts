import { coordinateAt, mercatorPixelsOf } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { MapView } from './map-rules';
import { doBoxesOverlap } from './marker-boxes';
import type { PixelBox } from './marker-boxes';

/** Size in px of the strip along each edge of the map that cards, bars and buttons cover. */
export interface CoveredEdges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/**
 * Covered edges, and the box of the buttons in a corner at the right edge, in px from the map's top left corner.
 * Markers may be next to, above or below this box.
 */
export interface CoveredMap extends CoveredEdges {
  readonly buttons: PixelBox;
}

/** Center and zoom of a map. */
export interface Camera {
  readonly center: Coordinate;
  readonly zoom: number;
}

/** Share of the view's size that is added on each side, so that markers near the edge exist before the map moves. */
const VIEW_MARGIN_SHARE = 0.1;

/** Returns the area of the world that a map of this size shows with a camera (center and zoom). */
export const mapViewAt = ({ center, zoom }: Camera, width: number, height: number): MapView => {
  const { x, y } = mercatorPixelsOf(center, zoom);
  const cornerCoordinate = (rightPx: number, downPx: number): Coordinate =>
    coordinateAt({ x: x + rightPx * width, y: y + downPx * height }, zoom);
  const [northWest, southEast] = [
    cornerCoordinate(-0.5 - VIEW_MARGIN_SHARE, -0.5 - VIEW_MARGIN_SHARE),
    cornerCoordinate(0.5 + VIEW_MARGIN_SHARE, 0.5 + VIEW_MARGIN_SHARE),
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
    diagonal: distanceMeters(cornerCoordinate(-0.5, 0.5), cornerCoordinate(0.5, -0.5)),
  };
};

/** Space in px that a marker needs around its point: to each side, above and below. */
interface MarkerMargins {
  readonly sidePx: number;
  readonly abovePx: number;
  readonly belowPx: number;
}

const PILL_MARGINS_PX: MarkerMargins = { sidePx: 66, abovePx: 48, belowPx: 8 };
/** Margins for the marker of a selected restaurant whose name has two full lines. */
const CHOSEN_PIN_MARGINS_PX: MarkerMargins = { sidePx: 136, abovePx: 80, belowPx: 10 };

/** Returns the part of the map in which a marker's point may be, in px from the north-west corner. */
const freeBoxForMarker = (
  { width, height }: Pick<MapView, 'width' | 'height'>,
  coveredEdges: CoveredEdges,
  markerMargins: MarkerMargins,
) => ({
  left: coveredEdges.left + markerMargins.sidePx,
  right: width - coveredEdges.right - markerMargins.sidePx,
  top: coveredEdges.top + markerMargins.abovePx,
  bottom: height - coveredEdges.bottom - markerMargins.belowPx,
});

type PixelSpans = Readonly<Record<'west' | 'east' | 'north' | 'south', number>>;

const pixelSpansOf = (points: readonly Coordinate[], zoom: number): PixelSpans => {
  const mercatorPixels = points.map((point) => mercatorPixelsOf(point, zoom));
  const [xCoordinates, yCoordinates] = [mercatorPixels.map(({ x }) => x), mercatorPixels.map(({ y }) => y)];
  return {
    west: Math.min(...xCoordinates),
    east: Math.max(...xCoordinates),
    north: Math.min(...yCoordinates),
    south: Math.max(...yCoordinates),
  };
};

/** Smallest and largest zoom for a camera that must show several points. */
interface ZoomBounds {
  readonly maxZoom: number;
  readonly minZoom: number;
}

/** Space in px around the points of a cluster, for a view in which their markers don't fit as a whole. */
const CLUSTER_PADDING_PX = 24;

/**
 * Returns the camera that centers the points in the free part of the map. The middle of that part isn't the middle of
 * the map.
 */
const centeredCamera = (
  freeBox: PixelBox,
  { west, east, north, south }: PixelSpans,
  { width, height }: MapView,
  zoom: number,
): Camera => {
  const [rightPx, downPx] = [(freeBox.left + freeBox.right - width) / 2, (freeBox.top + freeBox.bottom - height) / 2];
  return { center: coordinateAt({ x: (west + east) / 2 - rightPx, y: (north + south) / 2 - downPx }, zoom), zoom };
};

/** Returns the position of a point in the map's box in px, for a camera (center and zoom). */
const screenPositionOf = (
  point: Coordinate,
  { center, zoom }: Camera,
  { width, height }: Pick<MapView, 'width' | 'height'>,
) => {
  const [pixel, centerPixel] = [mercatorPixelsOf(point, zoom), mercatorPixelsOf(center, zoom)];
  return { x: pixel.x - centerPixel.x + width / 2, y: pixel.y - centerPixel.y + height / 2 };
};

const pillBoxAt = ({ x, y }: { readonly x: number; readonly y: number }): PixelBox => ({
  left: x - PILL_MARGINS_PX.sidePx,
  right: x + PILL_MARGINS_PX.sidePx,
  top: y - PILL_MARGINS_PX.abovePx,
  bottom: y + PILL_MARGINS_PX.belowPx,
});

/**
 * Returns the free parts of the map in the order in which a camera tries them: the whole map without its covered edges
 * (useful only if no pin would be below the buttons), the part next to the buttons, and the part above or below them.
 */
const freeBoxesOf = (view: MapView, coveredMap: CoveredMap): readonly PixelBox[] => {
  const { buttons } = coveredMap;
  const coveredEdges = { ...coveredMap, right: 0 };
  const areButtonsAbove = buttons.top < view.height - buttons.bottom;
  const edgesPastButtons = areButtonsAbove
    ? { ...coveredEdges, top: Math.max(coveredMap.top, buttons.bottom) }
    : { ...coveredEdges, bottom: Math.max(coveredMap.bottom, view.height - buttons.top) };
  return [coveredEdges, { ...coveredEdges, right: view.width - buttons.left }, edgesPastButtons].map(
    (coveredEdgesOfPart) => freeBoxForMarker(view, coveredEdgesOfPart, PILL_MARGINS_PX),
  );
};

/** Returns the camera with the largest zoom at which no point is covered and all markers are visible as a whole. */
export const fitCameraToPoints = (
  points: readonly Coordinate[],
  view: MapView,
  coveredMap: CoveredMap,
  { maxZoom, minZoom }: ZoomBounds,
): Camera => {
  const freeBoxes = freeBoxesOf(view, coveredMap);
  for (let zoom = maxZoom; zoom > minZoom; zoom -= 1) {
    const pixelSpans = pixelSpansOf(points, zoom);
    for (const freeBox of freeBoxes) {
      const candidateCamera = centeredCamera(freeBox, pixelSpans, view, zoom);
      const doPointsFit =
        pixelSpans.east - pixelSpans.west <= Math.max(1, freeBox.right - freeBox.left) &&
        pixelSpans.south - pixelSpans.north <= Math.max(1, freeBox.bottom - freeBox.top);
      if (
        doPointsFit &&
        !points.some((point) =>
          doBoxesOverlap(pillBoxAt(screenPositionOf(point, candidateCamera, view)), coveredMap.buttons),
        )
      )
        return candidateCamera;
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

/**
 * Returns the camera that opens a cluster: all of its restaurants are in view, their markers whole if possible. It
 * zooms in by at least one step unless the restaurants would leave the view.
 */
export const cameraOpeningCluster = (
  points: readonly Coordinate[],
  view: MapView,
  coveredMap: CoveredMap,
  maxZoom: number,
): Camera => {
  const minZoom = Math.min(maxZoom, view.zoom + 1);
  const camera = fitCameraToPoints(points, view, coveredMap, { minZoom, maxZoom });
  const paddedEdges = {
    top: CLUSTER_PADDING_PX,
    right: CLUSTER_PADDING_PX,
    bottom: coveredMap.bottom + CLUSTER_PADDING_PX,
    left: CLUSTER_PADDING_PX,
  };
  const showsAll = (candidateCamera: Camera): boolean =>
    points.every((point) => isPinVisible(point, { ...view, ...candidateCamera }, paddedEdges));
  if (showsAll(camera)) return camera;
  const paddedBox = {
    left: paddedEdges.left,
    right: view.width - paddedEdges.right,
    top: paddedEdges.top,
    bottom: view.height - paddedEdges.bottom,
  };
  const cameraAtZoom = (zoom: number): Camera => centeredCamera(paddedBox, pixelSpansOf(points, zoom), view, zoom);
  const closerCamera = cameraAtZoom(minZoom);
  return showsAll(closerCamera) ? closerCamera : cameraAtZoom(view.zoom);
};

/** Share of the restaurants with which the next attempt continues if no price would be readable on the map. */
const REMAINING_POINT_SHARE = 0.8;

/** Restaurants that pass the filters, and a function that counts the readable prices for a camera (center and zoom). */
export interface MapResults {
  /** Place around which the list of restaurants searches. */
  readonly center: Coordinate;
  /** Points of the restaurants, the nearest first. */
  readonly points: readonly Coordinate[];
  /** Whether at least one restaurant has a price. */
  readonly isPriced: boolean;
  /**
   * Returns the number of prices, on single markers or on clusters, that can be read with a camera (center and zoom).
   */
  countPrices(camera: Camera): number;
}

/**
 * Returns a camera that shows all results. If the distances are so large that no price could be read, it shows only the
 * nearest ones.
 */
export const fitCameraToResults = (
  { center, points, isPriced, countPrices }: MapResults,
  fitToPoints: (points: readonly Coordinate[]) => Camera,
): Camera => {
  const cameraOnAllResults = fitToPoints([center, ...points]);
  for (
    let resultCount = isPriced ? points.length : 0;
    resultCount > 0;
    resultCount = Math.floor(resultCount * REMAINING_POINT_SHARE)
  ) {
    const candidateCamera = fitToPoints([center, ...points.slice(0, resultCount)]);
    if (countPrices(candidateCamera) > 0) return candidateCamera;
  }
  return cameraOnAllResults;
};

/**
 * Returns the shortest distance by which a point must move to be between two edges; 0 if it is there already. If the
 * edges leave no space, the point moves to their middle.
 */
const distanceIntoRange = (positionPx: number, minimumPx: number, maximumPx: number): number => {
  if (minimumPx > maximumPx) return positionPx - (minimumPx + maximumPx) / 2;
  return positionPx < minimumPx ? positionPx - minimumPx : Math.max(0, positionPx - maximumPx);
};

/**
 * Returns the camera after the smallest move that shows the whole pin of the selected restaurant; null if the pin is
 * fully visible already.
 */
export const cameraShowingPin = (point: Coordinate, view: MapView, coveredEdges: CoveredEdges): Camera | null => {
  const { zoom, center, width, height } = view;
  const freeBox = freeBoxForMarker(view, coveredEdges, CHOSEN_PIN_MARGINS_PX);
  const [pixel, centerPixel] = [mercatorPixelsOf(point, zoom), mercatorPixelsOf(center, zoom)];
  const rightPx = distanceIntoRange(pixel.x - centerPixel.x + width / 2, freeBox.left, freeBox.right);
  const downPx = distanceIntoRange(pixel.y - centerPixel.y + height / 2, freeBox.top, freeBox.bottom);
  if (Math.abs(rightPx) < 1 && Math.abs(downPx) < 1) return null;
  return { center: coordinateAt({ x: centerPixel.x + rightPx, y: centerPixel.y + downPx }, zoom), zoom };
};

/** Returns whether the pin (marker) of a restaurant is visible on the map. */
export const isPinVisible = (point: Coordinate, view: MapView, coveredEdges: CoveredEdges): boolean => {
  const { width, height } = view;
  const { x, y } = screenPositionOf(point, view, view);
  // A pin that is cut off at a side still shows its price as long as its point is visible.
  return (
    x >= coveredEdges.left &&
    x <= width - coveredEdges.right &&
    y >= coveredEdges.top &&
    y <= height - coveredEdges.bottom
  );
};
