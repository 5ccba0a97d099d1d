import { coordinateAt, mercator } from '@mahlzeit/basemap';
import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { MapView } from './map-rules';

/** How much of the map lies below cards, bars and buttons, px from each edge. */
export interface CoveredEdges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
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
  const corner = (right: number, down: number): Coordinate => coordinateAt({ x: x + right * width, y: y + down * height }, zoom);
  const [northWest, southEast] = [corner(-0.5 - ROOM, -0.5 - ROOM), corner(0.5 + ROOM, 0.5 + ROOM)];
  return {
    zoom, center, width, height,
    west: northWest.longitude, north: northWest.latitude, east: southEast.longitude, south: southEast.latitude,
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

/** Looks at all of some points from as near as they can be seen whole, none of them covered. */
export const cameraOn = (points: readonly Coordinate[], view: MapView, covered: CoveredEdges, { maxZoom, minZoom }: FitBounds): Camera => {
  const room = roomFor(view, covered, PILL_ROOM);
  const [wide, high] = [Math.max(1, room.right - room.left), Math.max(1, room.bottom - room.top)];
  const fits = (zoom: number): boolean => {
    const { west, east, north, south } = spansOf(points, zoom);
    return east - west <= wide && south - north <= high;
  };
  let zoom = maxZoom;
  while (zoom > minZoom && !fits(zoom)) zoom -= 1;
  const { west, east, north, south } = spansOf(points, zoom);
  // The middle of the points goes to the middle of the room, which isn't the middle of the map.
  const [right, down] = [(room.left + room.right - view.width) / 2, (room.top + room.bottom - view.height) / 2];
  return { center: coordinateAt({ x: (west + east) / 2 - right, y: (north + south) / 2 - down }, zoom), zoom };
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
  const { zoom, center, width, height } = view;
  const [at, middle] = [mercator(point, zoom), mercator(center, zoom)];
  const [x, y] = [at.x - middle.x + width / 2, at.y - middle.y + height / 2];
  // A pin that is cut off at its side still has its price in sight where its point has.
  return x >= covered.left && x <= width - covered.right && y >= covered.top && y <= height - covered.bottom;
};
