import type { Coordinate } from '@mahlzeit/contract';
import type { LatLngBounds, LatLngTuple, LeafletMouseEvent } from 'leaflet';
import { Map as LeafletMap } from 'leaflet/src/map/index.js';
import { SVGOverlay } from 'leaflet/src/layer/SVGOverlay.js';
import { DivIcon } from 'leaflet/src/layer/marker/DivIcon.js';
import { Marker } from 'leaflet/src/layer/marker/Marker.js';
import { GridLayer } from 'leaflet/src/layer/tile/GridLayer.js';
import { TileLayer } from 'leaflet/src/layer/tile/TileLayer.js';
import type { Camera } from './camera-rules';
import { MAX_ZOOM, MIN_ZOOM } from './map-provider';
import type { MapCredit, MapProvider, MapStart, PlacedMarker, PlaceMap } from './map-provider';
import { METRES_PER_DEGREE } from './map-rules';
import type { MapView } from './map-rules';

const toLatLng = ({ latitude, longitude }: Coordinate): LatLngTuple => [latitude, longitude];

const viewOf = (map: LeafletMap): MapView => {
  const visibleBounds = map.getBounds();
  const visibleArea = visibleBounds.pad(0.1);
  const { lat: latitude, lng: longitude } = map.getCenter();
  const { x: width, y: height } = map.getSize();
  return {
    zoom: map.getZoom(),
    west: visibleArea.getWest(),
    south: visibleArea.getSouth(),
    east: visibleArea.getEast(),
    north: visibleArea.getNorth(),
    center: { latitude, longitude },
    width,
    height,
    diagonal: map.distance(visibleBounds.getSouthWest(), visibleBounds.getNorthEast()),
  };
};

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
  moveTo: ({ center, zoom }: Camera) => void map.setView(toLatLng(center), Math.min(zoom, MAX_ZOOM), { animate }),
  zoomBy: (steps: number) => void map.setZoom(map.getZoom() + steps, { animate }),
});

/** The element of a marker has no size; its content positions itself around the point. */
const ZERO_SIZE: [number, number] = [0, 0];

const addMarker = (map: LeafletMap, coordinate: Coordinate, content: HTMLElement): PlacedMarker => {
  const icon = new DivIcon({ html: content, iconSize: ZERO_SIZE, className: 'map-anchor' });
  const marker = new Marker(toLatLng(coordinate), { icon, keyboard: false, interactive: false }).addTo(map);
  return { setRank: (rank) => void marker.setZIndexOffset(rank), remove: () => void marker.remove() };
};

const boundsAround = ({ latitude, longitude }: Coordinate, metres: number): LatLngTuple[] => {
  const northDegrees = metres / METRES_PER_DEGREE;
  const eastDegrees = northDegrees / Math.cos((latitude * Math.PI) / 180);
  return [
    [latitude - northDegrees, longitude - eastDegrees],
    [latitude + northDegrees, longitude + eastDegrees],
  ];
};

/** Share of the view's size that is drawn beyond each side, so that a short move shows finished drawings. */
const BASEMAP_MARGIN_SHARE = 0.6;

const addBasemap = (map: LeafletMap, origin: Coordinate, drawing: SVGSVGElement): (() => void) => {
  const metresPerLongitude = METRES_PER_DEGREE * Math.cos((origin.latitude * Math.PI) / 180);
  const drawnBounds = (): LatLngBounds => map.getBounds().pad(BASEMAP_MARGIN_SHARE);
  const setDrawingArea = (visibleArea: LatLngBounds): void => {
    const width = (visibleArea.getEast() - visibleArea.getWest()) * metresPerLongitude;
    const height = (visibleArea.getNorth() - visibleArea.getSouth()) * METRES_PER_DEGREE;
    const leftMetres = (visibleArea.getWest() - origin.longitude) * metresPerLongitude;
    const topMetres = (origin.latitude - visibleArea.getNorth()) * METRES_PER_DEGREE;
    drawing.setAttribute(
      'viewBox',
      [leftMetres, topMetres, width, height].map((length) => length.toFixed(1)).join(' '),
    );
    drawing.style.setProperty('--metre-px', (width / (map.getSize().x * (1 + 2 * BASEMAP_MARGIN_SHARE))).toFixed(3));
  };
  drawing.setAttribute('preserveAspectRatio', 'none');
  const firstBounds = drawnBounds();
  setDrawingArea(firstBounds);
  const overlay = new SVGOverlay(drawing, firstBounds, { pane: 'tilePane' }).addTo(map);
  const updateView = (): void => {
    const visibleArea = drawnBounds();
    setDrawingArea(visibleArea);
    overlay.setBounds(visibleArea);
  };
  map.on('moveend', updateView);
  return () => {
    map.off('moveend', updateView);
    overlay.remove();
  };
};

/** Layer of empty square tiles. The style of the map's box draws lines on them. */
class EmptyTiles extends GridLayer {
  protected override createTile(): HTMLElement {
    return document.createElement('div');
  }
}

const createLeafletMap = (element: HTMLElement, { center, zoom, isAnimated }: MapStart): LeafletMap =>
  new LeafletMap(element, {
    center: toLatLng(center),
    zoom,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    // Leaflet's own resize listener would leave a name on `window`; a ResizeObserver watches the box instead.
    zoomControl: false,
    attributionControl: false,
    trackResize: false,
    zoomAnimation: isAnimated,
    fadeAnimation: false,
    markerZoomAnimation: isAnimated,
    inertia: isAnimated,
  });

const createPlaceMap = (
  element: HTMLElement,
  map: LeafletMap,
  { isAnimated }: MapStart,
  addBasemapOrNull: PlaceMap['addBasemap'],
): PlaceMap => {
  const resizeObserver = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resizeObserver.observe(element);
  return {
    ...createCamera(map, isAnimated),
    addMarker: (coordinate, content) => addMarker(map, coordinate, content),
    addDrawing: (center, metres, drawing) => {
      const overlay = new SVGOverlay(drawing, boundsAround(center, metres)).addTo(map);
      return () => void overlay.remove();
    },
    addBasemap: addBasemapOrNull,
    remove: () => {
      resizeObserver.disconnect();
      map.remove();
    },
  };
};

/** Provider of the map that we draw ourselves. It loads no tiles. */
export const drawnProvider: MapProvider = {
  name: 'drawn',
  credit: null,
  createMap(element, start) {
    const map = createLeafletMap(element, start);
    new EmptyTiles({ tileSize: 256, updateWhenZooming: false }).addTo(map);
    return createPlaceMap(element, map, start, (origin, drawing) => addBasemap(map, origin, drawing));
  },
};

/** Largest zoom at which tiles exist. Above it, the map enlarges the last tiles. */
const MAX_TILE_ZOOM = 18;

/** Creates a provider of raster tiles. The map counts as broken if no tile loads. */
export const tileProvider = (url: string, credit: MapCredit): MapProvider => ({
  name: 'tiles',
  credit,
  createMap(element, start) {
    const map = createLeafletMap(element, start);
    const tileLayer = new TileLayer(url, {
      tileSize: 256,
      maxZoom: MAX_ZOOM,
      maxNativeZoom: MAX_TILE_ZOOM,
      updateWhenZooming: false,
      referrerPolicy: 'strict-origin-when-cross-origin',
    });
    const stopWatching = (): void => void tileLayer.off('tileerror', reportBroken).off('tileload', stopWatching);
    const reportBroken = (): void => {
      stopWatching();
      start.onBroken();
    };
    tileLayer.on('tileerror', reportBroken).on('tileload', stopWatching).addTo(map);
    return createPlaceMap(element, map, start, null);
  },
});
