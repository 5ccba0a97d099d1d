import { coordinateAt, mercator } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { MapView } from './map-rules';
import { doOverlap } from './marker-boxes';
import type { Box } from './marker-boxes';

/** Px of the map that cards, bars and buttons cover, from each edge. */
export interface CoveredEdges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/**
 * Covered edges, with the buttons in a corner at the right edge in px of the map's box. Content beside, above or below
 * the buttons may reach that edge.
 */
export interface CoveredMap extends CoveredEdges {
  readonly buttons: Box;
}

/** Center and zoom of a map. */
export interface Camera {
  readonly center: Coordinate;
  readonly zoom: number;
}

/** Share of the view that is added on each side, so that markers near the edge exist before a move. */
const ROOM = 0.1;

/** Computes the view of a map of this size. */
export const viewAt = ({ center, zoom }: Camera, width: number, height: number): MapView => {
  const { x, y } = mercator(center, zoom);
  const corner = (right: number, down: number): Coordinate =>
    coordinateAt({ x: x + right * width, y: y + down * height }, zoom);
  const [northWest, southEast] = [corner(-0.5 - ROOM, -0.5 - ROOM), corner(0.5 + ROOM, 0.5 + ROOM)];
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
  readonly side: number;
  readonly above: number;
  readonly below: number;
}

const PILL_ROOM: MarkerMargins = { side: 66, above: 48, below: 8 };
/** Marker of a chosen place with a name of two full lines. */
const CHOSEN_MARGINS: MarkerMargins = { side: 136, above: 80, below: 10 };

/** Returns the part of the map for a marker's point, in px from the north-west corner. */
const freeBoxFor = (
  { width, height }: Pick<MapView, 'width' | 'height'>,
  covered: CoveredEdges,
  marker: MarkerMargins,
) => ({
  left: covered.left + marker.side,
  right: width - covered.right - marker.side,
  top: covered.top + marker.above,
  bottom: height - covered.bottom - marker.below,
});

type Spans = Readonly<Record<'west' | 'east' | 'north' | 'south', number>>;

const spansOf = (points: readonly Coordinate[], zoom: number): Spans => {
  const placed = points.map((point) => mercator(point, zoom));
  const [xs, ys] = [placed.map(({ x }) => x), placed.map(({ y }) => y)];
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
};

/** Margins and maximum zoom of a camera that shows several points. */
interface FitBounds {
  readonly maxZoom: number;
  readonly minZoom: number;
}

/** Centers the points in the free part of the map, whose middle isn't the middle of the map. */
const cameraInto = (
  room: Box,
  { west, east, north, south }: Spans,
  { width, height }: MapView,
  zoom: number,
): Camera => {
  const [right, down] = [(room.left + room.right - width) / 2, (room.top + room.bottom - height) / 2];
  return { center: coordinateAt({ x: (west + east) / 2 - right, y: (north + south) / 2 - down }, zoom), zoom };
};

/** Returns the screen position of a point under a camera, in px of the map's box. */
const pointOn = (point: Coordinate, { center, zoom }: Camera, { width, height }: Pick<MapView, 'width' | 'height'>) => {
  const [at, middle] = [mercator(point, zoom), mercator(center, zoom)];
  return { x: at.x - middle.x + width / 2, y: at.y - middle.y + height / 2 };
};

const pillAt = ({ x, y }: { readonly x: number; readonly y: number }): Box => ({
  left: x - PILL_ROOM.side,
  right: x + PILL_ROOM.side,
  top: y - PILL_ROOM.above,
  bottom: y + PILL_ROOM.below,
});

/**
 * Returns the free parts of the map: everything if no pin would lie below the buttons, else the parts beside, below and
 * above the buttons.
 */
const freeBoxesOf = (view: MapView, covered: CoveredMap): readonly Box[] => {
  const { buttons } = covered;
  const edges = { ...covered, right: 0 };
  const isAbove = buttons.top < view.height - buttons.bottom;
  const past = isAbove
    ? { ...edges, top: Math.max(covered.top, buttons.bottom) }
    : { ...edges, bottom: Math.max(covered.bottom, view.height - buttons.top) };
  return [edges, { ...edges, right: view.width - buttons.left }, past].map((free) => freeBoxFor(view, free, PILL_ROOM));
};

/** Returns the closest camera that shows all points whole and uncovered. */
export const cameraOn = (
  points: readonly Coordinate[],
  view: MapView,
  covered: CoveredMap,
  { maxZoom, minZoom }: FitBounds,
): Camera => {
  const rooms = freeBoxesOf(view, covered);
  for (let zoom = maxZoom; zoom > minZoom; zoom -= 1) {
    const spans = spansOf(points, zoom);
    for (const room of rooms) {
      const camera = cameraInto(room, spans, view, zoom);
      const fits =
        spans.east - spans.west <= Math.max(1, room.right - room.left) &&
        spans.south - spans.north <= Math.max(1, room.bottom - room.top);
      if (fits && !points.some((point) => doOverlap(pillAt(pointOn(point, camera, view)), covered.buttons)))
        return camera;
    }
  }
  const [, beside] = rooms;
  return cameraInto(
    beside ?? { left: 0, top: 0, right: view.width, bottom: view.height },
    spansOf(points, minZoom),
    view,
    minZoom,
  );
};

/** Share of the places that the next try keeps, when no price can be read. */
const REMAINING_SHARE = 0.8;

/** Places that pass the filters, with the means to rate a camera. */
export interface Results {
  /** Center of the list. */
  readonly center: Coordinate;
  /** Nearest first. */
  readonly points: readonly Coordinate[];
  /** Whether any of them has a price. */
  readonly isPriced: boolean;
  /** Returns the number of prices that can be read under a camera, of single places or of clusters. */
  pricesFrom(camera: Camera): number;
}

/**
 * Returns a camera on all results. When the distances are so large that no price could be read, it shows fewer of them,
 * nearest first.
 */
export const cameraOnResults = (
  { center, points, isPriced, pricesFrom }: Results,
  fit: (points: readonly Coordinate[]) => Camera,
): Camera => {
  const all = fit([center, ...points]);
  for (let count = isPriced ? points.length : 0; count > 0; count = Math.floor(count * REMAINING_SHARE)) {
    const camera = fit([center, ...points.slice(0, count)]);
    if (pricesFrom(camera) > 0) return camera;
  }
  return all;
};

/**
 * Returns the distance that moves a point between two edges, or to their middle when there is no space between them.
 */
const stepInto = (at: number, from: number, to: number): number => {
  if (from > to) return at - (from + to) / 2;
  return at < from ? at - from : Math.max(0, at - to);
};

/** Returns the camera after the smallest move that shows the chosen place's pin whole; null when it already does. */
export const cameraShowing = (point: Coordinate, view: MapView, covered: CoveredEdges): Camera | null => {
  const { zoom, center, width, height } = view;
  const room = freeBoxFor(view, covered, CHOSEN_MARGINS);
  const [at, middle] = [mercator(point, zoom), mercator(center, zoom)];
  const right = stepInto(at.x - middle.x + width / 2, room.left, room.right);
  const down = stepInto(at.y - middle.y + height / 2, room.top, room.bottom);
  if (Math.abs(right) < 1 && Math.abs(down) < 1) return null;
  return { center: coordinateAt({ x: middle.x + right, y: middle.y + down }, zoom), zoom };
};

/** Returns whether the pin of a place is visible. */
export const isInSight = (point: Coordinate, view: MapView, covered: CoveredEdges): boolean => {
  const { width, height } = view;
  const { x, y } = pointOn(point, view, view);
  // A pin cut off at its side still shows its price while its point is visible.
  return x >= covered.left && x <= width - covered.right && y >= covered.top && y <= height - covered.bottom;
};
