import { coordinateAt, mercator } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { MapView } from './map-rules';
import { doOverlap } from './marker-boxes';
import type { Box } from './marker-boxes';

/** How much of the map lies below cards, bars and buttons, px from each edge. */
export interface CoveredEdges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/**
 * The same with the buttons in a corner at the right edge, px of the map's box: what fits beside, above or below them
 * may reach that edge.
 */
export interface CoveredMap extends CoveredEdges {
  readonly buttons: Box;
}

/** Where a map looks. */
export interface Camera {
  readonly center: Coordinate;
  readonly zoom: number;
}

/** Of the view on each side, so that markers at its edge are there before it moves. */
const ROOM = 0.1;

/** What a map of a size shows from a camera. */
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

/** How much room a marker takes around its point, px: to each side, above it and below it. */
interface MarkerRoom {
  readonly side: number;
  readonly above: number;
  readonly below: number;
}

const PILL_ROOM: MarkerRoom = { side: 66, above: 48, below: 8 };
/** A name of two lines at its widest. */
const CHOSEN_ROOM: MarkerRoom = { side: 136, above: 80, below: 10 };

/** What of the map a marker's point may stand in, px from the north-west corner. */
const roomFor = ({ width, height }: Pick<MapView, 'width' | 'height'>, covered: CoveredEdges, marker: MarkerRoom) => ({
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

/** Places around which the camera looks, and how near it may come. */
interface FitBounds {
  readonly maxZoom: number;
  readonly minZoom: number;
}

/** The middle of the points goes to the middle of the room, which isn't the middle of the map. */
const lookInto = (room: Box, { west, east, north, south }: Spans, { width, height }: MapView, zoom: number): Camera => {
  const [right, down] = [(room.left + room.right - width) / 2, (room.top + room.bottom - height) / 2];
  return { center: coordinateAt({ x: (west + east) / 2 - right, y: (north + south) / 2 - down }, zoom), zoom };
};

/** Where a point stands on the screen of a camera, px of the map's box. */
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
 * Parts of the map that hold pins: all that is free where none comes to stand below the buttons, what lies beside them,
 * and what lies below or above them.
 */
const roomsOf = (view: MapView, covered: CoveredMap): readonly Box[] => {
  const { buttons } = covered;
  const edges = { ...covered, right: 0 };
  const isAbove = buttons.top < view.height - buttons.bottom;
  const past = isAbove
    ? { ...edges, top: Math.max(covered.top, buttons.bottom) }
    : { ...edges, bottom: Math.max(covered.bottom, view.height - buttons.top) };
  return [edges, { ...edges, right: view.width - buttons.left }, past].map((free) => roomFor(view, free, PILL_ROOM));
};

/** Looks at all of some points from as near as they can be seen whole, none of them covered. */
export const cameraOn = (
  points: readonly Coordinate[],
  view: MapView,
  covered: CoveredMap,
  { maxZoom, minZoom }: FitBounds,
): Camera => {
  const rooms = roomsOf(view, covered);
  for (let zoom = maxZoom; zoom > minZoom; zoom -= 1) {
    const spans = spansOf(points, zoom);
    for (const room of rooms) {
      const camera = lookInto(room, spans, view, zoom);
      const fits =
        spans.east - spans.west <= Math.max(1, room.right - room.left) &&
        spans.south - spans.north <= Math.max(1, room.bottom - room.top);
      if (fits && !points.some((point) => doOverlap(pillAt(pointOn(point, camera, view)), covered.buttons)))
        return camera;
    }
  }
  const [, beside] = rooms;
  return lookInto(
    beside ?? { left: 0, top: 0, right: view.width, bottom: view.height },
    spansOf(points, minZoom),
    view,
    minZoom,
  );
};

/** Of places of which no price can be read, so many stay for the next try. */
const REMAINING_SHARE = 0.8;

/** What a filter leaves, and how the map would show it. */
export interface Results {
  /** What the list is centred on. */
  readonly center: Coordinate;
  /** The nearest first. */
  readonly points: readonly Coordinate[];
  /** Whether any of them has a price. */
  readonly isPriced: boolean;
  /** How many prices, of one place or of several, can be read from a camera. */
  pricesFrom(camera: Camera): number;
}

/** Looks at all results; where they lie so far apart that no price could be read, at fewer and fewer of the nearest. */
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

/** How far one has to go to bring a point between two edges; to their middle where there is no room between them. */
const stepInto = (at: number, from: number, to: number): number => {
  if (from > to) return at - (from + to) / 2;
  return at < from ? at - from : Math.max(0, at - to);
};

/** The least move after which the chosen place's pin is seen whole; null where it is already. */
export const cameraShowing = (point: Coordinate, view: MapView, covered: CoveredEdges): Camera | null => {
  const { zoom, center, width, height } = view;
  const room = roomFor(view, covered, CHOSEN_ROOM);
  const [at, middle] = [mercator(point, zoom), mercator(center, zoom)];
  const right = stepInto(at.x - middle.x + width / 2, room.left, room.right);
  const down = stepInto(at.y - middle.y + height / 2, room.top, room.bottom);
  if (Math.abs(right) < 1 && Math.abs(down) < 1) return null;
  return { center: coordinateAt({ x: middle.x + right, y: middle.y + down }, zoom), zoom };
};

/** Whether a place's pin is seen whole. */
export const isInSight = (point: Coordinate, view: MapView, covered: CoveredEdges): boolean => {
  const { width, height } = view;
  const { x, y } = pointOn(point, view, view);
  // A pin that is cut off at its side still has its price in sight where its point has.
  return x >= covered.left && x <= width - covered.right && y >= covered.top && y <= height - covered.bottom;
};
