import type { Coordinate } from '@mahlzeit/contract';
import type { Camera } from './camera-rules';
import type { MapView } from './map-rules';

/** Smallest zoom of the map, which shows a town with its surroundings. */
export const MIN_MAP_ZOOM = 11;
/** Largest zoom of the map: one above the last zoom that has clusters, so that all markers separate. */
export const MAX_MAP_ZOOM = 19;

/** Marker on a map. Its stacking order can change, and it can be removed. */
export interface PlacedMarker {
  /** Sets the stacking order: higher ranks cover lower ones; on equal ranks southern markers cover northern ones. */
  setRank(stackingRank: number): void;
  remove(): void;
}

/** Map that shows restaurants. Each provider (Leaflet, Google) implements this interface. */
export interface PlaceMap {
  readonly view: () => MapView;
  /** Calls back when the map has stopped moving. Returns an unsubscribe function. */
  onRest(listener: () => void): () => void;
  /** Calls back on a click outside of all markers. Returns an unsubscribe function. */
  onBackgroundClick(listener: () => void): () => void;
  moveTo(camera: Camera): void;
  zoomBy(zoomSteps: number): void;
  addMarker(coordinate: Coordinate, markerContent: HTMLElement): PlacedMarker;
  /**
   * Adds a drawing around a point. The drawing has the given radius in metres and scales with the zoom. Returns a
   * function that removes the drawing.
   */
  addDrawing(center: Coordinate, radiusMetres: number, drawing: SVGSVGElement): () => void;
  /**
   * Adds a drawing below everything else. The drawing's coordinates are metres east and south of an origin, and only
   * its part near the view is drawn. The CSS variable `--metre-px` holds the metres per pixel. Returns a function that
   * removes the drawing. Null for a map whose tiles already show streets.
   */
  readonly addBasemap: ((origin: Coordinate, drawing: SVGSVGElement) => () => void) | null;
  remove(): void;
}

/** Initial camera of a map (center and zoom), and the options with which the map is created. */
export interface MapStartOptions extends Camera {
  /** False for users who prefer reduced motion. */
  readonly isAnimated: boolean;
  /** Called once if the map is unavailable: its tiles don't load, or its key is refused. */
  readonly onBroken: () => void;
}

/** Credit for the source of a map (for example its copyright notice), which the licence of the source requires. */
export interface MapCredit {
  readonly text: string;
  /** URL of the page that explains the credit. */
  readonly url: string | null;
}

/** Source of the map below the markers: the app's own drawing, a tile server, or Google. */
export interface MapProvider {
  readonly name: 'drawn' | 'tiles' | 'google';
  /** Credit that the product must show on the map; null if there is none, or if the map shows its own credit. */
  readonly credit: MapCredit | null;
  /** Creates a map in `element`, which must have a size. */
  createMap(element: HTMLElement, mapStart: MapStartOptions): PlaceMap;
}
