import type { Coordinate } from '@mahlzeit/contract';
import type { Camera } from './camera-rules';
import type { MapView } from './map-rules';

/** A town and what is around it. */
export const MIN_ZOOM = 11;
/** One more than the last zoom at which places are joined. */
export const MAX_ZOOM = 19;

/** A marker that stands on the map. */
export interface PlacedMarker {
  /** Higher ones cover lower ones; among equals those further south do. */
  setRank(rank: number): void;
  remove(): void;
}

/** A map, whoever draws what lies below its places. */
export interface PlaceMap {
  readonly view: () => MapView;
  /** Called when the map has come to rest. Returns an unsubscribe function. */
  onRest(listener: () => void): () => void;
  /** Called on a click beside all markers. Returns an unsubscribe function. */
  onBackgroundClick(listener: () => void): () => void;
  moveTo(camera: Camera): void;
  zoomBy(steps: number): void;
  addMarker(coordinate: Coordinate, content: HTMLElement): PlacedMarker;
  /**
   * A drawing of so many metres each way around a point; it grows with the zoom. Returns a function that removes it.
   */
  addDrawing(center: Coordinate, metres: number, drawing: SVGSVGElement): () => void;
  /**
   * A drawing in metres east and south of an origin that lies below everything, however far it reaches: only what is
   * near the view is drawn. `--metre-px` tells its style how many metres a pixel shows. Returns a function that removes
   * it. Null where the map has streets of its own.
   */
  readonly addBasemap: ((origin: Coordinate, drawing: SVGSVGElement) => () => void) | null;
  remove(): void;
}

/** How a map begins. */
export interface MapStart extends Camera {
  /** False for people who asked for less motion. */
  readonly isAnimated: boolean;
  /** Called once where the map turns out not to be had: tiles that don't come, a key that is refused. */
  readonly onBroken: () => void;
}

/** Whose map it is. */
export interface MapCredit {
  readonly text: string;
  /** Where that is explained. */
  readonly url: string | null;
}

/** Who draws what lies below the places: we ourselves, a server of tiles, or Google. */
export interface MapProvider {
  readonly name: 'drawn' | 'tiles' | 'google';
  /** To be shown on the map; null where it names nobody, or does so itself. */
  readonly credit: MapCredit | null;
  /** A map in `element`, which must have a size. */
  createMap(element: HTMLElement, start: MapStart): PlaceMap;
}
