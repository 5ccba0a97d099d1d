import type { Coordinate } from '@mahlzeit/contract';
import type { LatLngBounds, LatLngTuple, LeafletMouseEvent } from 'leaflet';
import { Map as LeafletMap } from 'leaflet/src/map/index.js';
import { SVGOverlay } from 'leaflet/src/layer/SVGOverlay.js';
import { DivIcon } from 'leaflet/src/layer/marker/DivIcon.js';
import { Marker } from 'leaflet/src/layer/marker/Marker.js';
import { GridLayer } from 'leaflet/src/layer/tile/GridLayer.js';
import type { MapView } from './map-rules';

const MIN_ZOOM = 11;
/** One more than the last zoom at which places are joined. */
const MAX_ZOOM = 19;

/** A marker that stands on the map. */
export interface PlacedMarker {
  /** Higher ones cover lower ones; among equals those further south do. */
  setRank(rank: number): void;
  remove(): void;
}

/** The map without Leaflet's words. */
export interface PlaceMap {
  readonly view: () => MapView;
  /** Called when the map has come to rest. */
  onRest(listener: () => void): () => void;
  /** Called on a click beside all markers. */
  onBackgroundClick(listener: () => void): () => void;
  moveTo(center: Coordinate, zoom?: number): void;
  /** Shows all of some points, no nearer than `maxZoom`. */
  fit(points: readonly Coordinate[], maxZoom: number): void;
  zoomBy(steps: number): void;
  /** Moves as little as it takes to show a point; so many px at the lower edge are covered. */
  reveal(point: Coordinate, coveredBelow: number): void;
  addMarker(coordinate: Coordinate, content: HTMLElement): PlacedMarker;
  /** A drawing of so many metres each way around a point; it grows with the zoom. Returns a function that removes it. */
  addDrawing(center: Coordinate, metres: number, drawing: SVGSVGElement): () => void;
  /**
   * A drawing in metres east and south of an origin that lies below everything, however far it reaches: only what is
   * near the view is drawn. `--metre-px` tells its style how many metres a pixel shows. Returns a function that removes it.
   */
  addBasemap(origin: Coordinate, drawing: SVGSVGElement): () => void;
  remove(): void;
}

interface MapStart {
  readonly center: Coordinate;
  readonly zoom: number;
  /** False for people who asked for less motion. */
  readonly isAnimated: boolean;
}

const latLng = ({ latitude, longitude }: Coordinate): LatLngTuple => [latitude, longitude];

const viewOf = (map: LeafletMap): MapView => {
  const shown = map.getBounds();
  const bounds = shown.pad(0.1);
  const { lat: latitude, lng: longitude } = map.getCenter();
  return {
    zoom: map.getZoom(), west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth(),
    center: { latitude, longitude },
    diagonal: map.distance(shown.getSouthWest(), shown.getNorthEast()),
  };
};

/** Half the width of a selected pin, px. */
const PIN_ROOM = 96;
/** What the buttons at the right edge cover, px. */
const BUTTONS_ROOM = 56;
/** Its tip should not touch what covers the edge, px. */
const PIN_FOOT = 24;

const isOnButton = ({ target }: Event): boolean => target instanceof Element && target.closest('button') !== null;

const createCamera = (map: LeafletMap, animate: boolean) => ({
  view: () => viewOf(map),
  onRest: (listener: () => void) => {
    map.on('moveend', listener);
    return () => void map.off('moveend', listener);
  },
  onBackgroundClick: (listener: () => void) => {
    const onClick = ({ originalEvent }: LeafletMouseEvent): void => {
      if (!isOnButton(originalEvent)) listener();
    };
    map.on('click', onClick);
    return () => void map.off('click', onClick);
  },
  moveTo: (center: Coordinate, zoom = map.getZoom()) => void map.setView(latLng(center), Math.min(zoom, MAX_ZOOM), { animate }),
  fit: (points: readonly Coordinate[], maxZoom: number) => void map.fitBounds(points.map(latLng), { padding: [PIN_ROOM, PIN_ROOM], maxZoom, animate }),
  zoomBy: (steps: number) => void map.setZoom(map.getZoom() + steps, { animate }),
  reveal: (point: Coordinate, coveredBelow: number) =>
    void map.panInside(latLng(point), { paddingTopLeft: [PIN_ROOM, PIN_ROOM], paddingBottomRight: [PIN_ROOM + BUTTONS_ROOM, coveredBelow + PIN_FOOT], animate }),
});

/** A marker's element is a point; what stands there places itself around it. */
const POINT: [number, number] = [0, 0];

const addMarker = (map: LeafletMap, coordinate: Coordinate, content: HTMLElement): PlacedMarker => {
  const icon = new DivIcon({ html: content, iconSize: POINT, className: 'map-anchor' });
  const marker = new Marker(latLng(coordinate), { icon, keyboard: false, interactive: false }).addTo(map);
  return { setRank: (rank) => void marker.setZIndexOffset(rank), remove: () => void marker.remove() };
};

/** Metres: a degree of latitude is that long everywhere. */
const METRES_A_DEGREE = 111_195;

const boundsAround = ({ latitude, longitude }: Coordinate, metres: number): LatLngTuple[] => {
  const north = metres / METRES_A_DEGREE;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  return [[latitude - north, longitude - east], [latitude + north, longitude + east]];
};

/** Of the view on each side, so that a short move shows what is drawn already. */
const BASEMAP_ROOM = 0.6;

const addBasemap = (map: LeafletMap, origin: Coordinate, drawing: SVGSVGElement): (() => void) => {
  const metresEast = METRES_A_DEGREE * Math.cos((origin.latitude * Math.PI) / 180);
  const near = (): LatLngBounds => map.getBounds().pad(BASEMAP_ROOM);
  const frame = (bounds: LatLngBounds): void => {
    const width = (bounds.getEast() - bounds.getWest()) * metresEast;
    const height = (bounds.getNorth() - bounds.getSouth()) * METRES_A_DEGREE;
    const left = (bounds.getWest() - origin.longitude) * metresEast;
    const top = (origin.latitude - bounds.getNorth()) * METRES_A_DEGREE;
    drawing.setAttribute('viewBox', [left, top, width, height].map((length) => length.toFixed(1)).join(' '));
    drawing.style.setProperty('--metre-px', (width / (map.getSize().x * (1 + 2 * BASEMAP_ROOM))).toFixed(3));
  };
  drawing.setAttribute('preserveAspectRatio', 'none');
  const first = near();
  frame(first);
  const overlay = new SVGOverlay(drawing, first, { pane: 'tilePane' }).addTo(map);
  const follow = (): void => {
    const bounds = near();
    frame(bounds);
    overlay.setBounds(bounds);
  };
  map.on('moveend', follow);
  return () => {
    map.off('moveend', follow);
    overlay.remove();
  };
};

/** Empty squares; the style of the map's box draws on them. */
class EmptyTiles extends GridLayer {
  protected override createTile(): HTMLElement {
    return document.createElement('div');
  }
}

/** A map in `element`, which must have a size. */
export const createMap = (element: HTMLElement, { center, zoom, isAnimated }: MapStart): PlaceMap => {
  const map = new LeafletMap(element, {
    center: latLng(center), zoom, minZoom: MIN_ZOOM, maxZoom: MAX_ZOOM,
    // Its own watch over the window would leave a name there; the box is watched below.
    zoomControl: false, attributionControl: false, trackResize: false,
    zoomAnimation: isAnimated, fadeAnimation: false, markerZoomAnimation: isAnimated, inertia: isAnimated,
  });
  new EmptyTiles({ tileSize: 256, updateWhenZooming: false }).addTo(map);
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(element);
  return {
    ...createCamera(map, isAnimated),
    addMarker: (coordinate, content) => addMarker(map, coordinate, content),
    addDrawing: (around, metres, drawing) => {
      const overlay = new SVGOverlay(drawing, boundsAround(around, metres)).addTo(map);
      return () => void overlay.remove();
    },
    addBasemap: (origin, drawing) => addBasemap(map, origin, drawing),
    remove: () => {
      resized.disconnect();
      map.remove();
    },
  };
};
