import type { Coordinate } from '@mahlzeit/contract';
import type { Camera } from './camera-rules';
import type { MapView } from './map-rules';

/** Smallest scale: a town with its surroundings. */
export const MIN_ZOOM = 11;
/** One above the last zoom that has clusters. */
export const MAX_ZOOM = 19;

/** Marker on the map. */
export interface PlacedMarker {
  /** Sets the stacking order: higher ranks cover lower ones; on equal ranks southern markers cover northern ones. */
  setRank(rank: number): void;
  remove(): void;
}

/** Map that shows places, from any provider. */
export interface PlaceMap {
  readonly view: () => MapView;
  /** Calls back when the map has stopped moving. Returns an unsubscribe function. */
  onRest(listener: () => void): () => void;
  /** Calls back on a click beside all markers. Returns an unsubscribe function. */
  onBackgroundClick(listener: () => void): () => void;
  moveTo(camera: Camera): void;
  zoomBy(steps: number): void;
  addMarker(coordinate: Coordinate, content: HTMLElement): PlacedMarker;
  /**
   * Adds a drawing of this radius in metres around a point, which scales with the zoom. Returns a function that removes
   * it.
   */
  addDrawing(center: Coordinate, metres: number, drawing: SVGSVGElement): () => void;
  /**
   * Adds a drawing below everything else, in metres east and south of an origin. Only the part near the view is drawn.
   * The style gets the metres per pixel as `--metre-px`. Returns a function that removes the drawing. Null for a map
   * with streets of its own.
   */
  readonly addBasemap: ((origin: Coordinate, drawing: SVGSVGElement) => () => void) | null;
  remove(): void;
}

/** Initial state of a map. */
export interface MapStart extends Camera {
  /** False for users who prefer reduced motion. */
  readonly isAnimated: boolean;
  /** Called once when the map turns out to be unavailable: tiles don't load, or the key is refused. */
  readonly onBroken: () => void;
}

/** Credit of a map. */
export interface MapCredit {
  readonly text: string;
  /** Page that explains the credit. */
  readonly url: string | null;
}

/** Source of the map below the places: our drawing, a tile server, or Google. */
export interface MapProvider {
  readonly name: 'drawn' | 'tiles' | 'google';
  /** Credit that we show on the map; null without one, or for a map that shows its own. */
  readonly credit: MapCredit | null;
  /** Creates a map in `element`, which must have a size. */
  createMap(element: HTMLElement, start: MapStart): PlaceMap;
}
