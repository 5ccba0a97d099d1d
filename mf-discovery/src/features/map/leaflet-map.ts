import type { Coordinate } from '@mahlzeit/contract';
import type { LatLngBounds, LatLngTuple, LeafletMouseEvent } from 'leaflet';
import { Map as LeafletMap } from 'leaflet/src/map/index.js';
import { SVGOverlay } from 'leaflet/src/layer/SVGOverlay.js';
import { DivIcon } from 'leaflet/src/layer/marker/DivIcon.js';
import { Marker } from 'leaflet/src/layer/marker/Marker.js';
import { GridLayer } from 'leaflet/src/layer/tile/GridLayer.js';
import { TileLayer } from 'leaflet/src/layer/tile/TileLayer.js';
import type { Camera } from './camera-rules';
import { MAX_MAP_ZOOM, MIN_MAP_ZOOM } from './map-provider';
import type { MapCredit, MapProvider, MapStartOptions, PlacedMarker, PlaceMap } from './map-provider';
import { METRES_PER_DEGREE } from './map-rules';
import type { MapView } from './map-rules';

const toLatLng = ({ latitude, longitude }: Coordinate): LatLngTuple => [latitude, longitude];

const mapViewOf = (map: LeafletMap): MapView => {
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

const isEventOnButton = ({ target }: Event): boolean => target instanceof Element && target.closest('button') !== null;

const createCameraMethods = (map: LeafletMap, isAnimated: boolean) => ({
  view: () => mapViewOf(map),
  onRest: (listener: () => void) => {
    map.on('moveend', listener);
    return () => void map.off('moveend', listener);
  },
  onBackgroundClick: (listener: () => void) => {
    const onMapClick = ({ originalEvent }: LeafletMouseEvent): void => {
      if (!isEventOnButton(originalEvent)) listener();
    };
    map.on('click', onMapClick);
    return () => void map.off('click', onMapClick);
  },
  moveTo: ({ center, zoom }: Camera) =>
    void map.setView(toLatLng(center), Math.min(zoom, MAX_MAP_ZOOM), { animate: isAnimated }),
  zoomBy: (zoomSteps: number) => void map.setZoom(map.getZoom() + zoomSteps, { animate: isAnimated }),
});

/** The element of a marker has no size, because the content of the marker positions itself around the point. */
const ZERO_ICON_SIZE: [number, number] = [0, 0];

const addMarker = (map: LeafletMap, coordinate: Coordinate, markerContent: HTMLElement): PlacedMarker => {
  const markerIcon = new DivIcon({ html: markerContent, iconSize: ZERO_ICON_SIZE, className: 'map-anchor' });
  const leafletMarker = new Marker(toLatLng(coordinate), {
    icon: markerIcon,
    keyboard: false,
    interactive: false,
  }).addTo(map);
  return {
    setRank: (stackingRank) => void leafletMarker.setZIndexOffset(stackingRank),
    remove: () => void leafletMarker.remove(),
  };
};

const boundsAround = ({ latitude, longitude }: Coordinate, radiusMetres: number): LatLngTuple[] => {
  const northDegrees = radiusMetres / METRES_PER_DEGREE;
  const eastDegrees = northDegrees / Math.cos((latitude * Math.PI) / 180);
  return [
    [latitude - northDegrees, longitude - eastDegrees],
    [latitude + northDegrees, longitude + eastDegrees],
  ];
};

/** Share of the view's size that is drawn beyond each edge, so that a short move shows no empty area. */
const BASEMAP_MARGIN_SHARE = 0.6;

const addBasemap = (map: LeafletMap, origin: Coordinate, drawing: SVGSVGElement): (() => void) => {
  const metresPerLongitude = METRES_PER_DEGREE * Math.cos((origin.latitude * Math.PI) / 180);
  const boundsWithMargin = (): LatLngBounds => map.getBounds().pad(BASEMAP_MARGIN_SHARE);
  const setDrawingArea = (visibleArea: LatLngBounds): void => {
    const areaWidthMetres = (visibleArea.getEast() - visibleArea.getWest()) * metresPerLongitude;
    const areaHeightMetres = (visibleArea.getNorth() - visibleArea.getSouth()) * METRES_PER_DEGREE;
    const leftMetres = (visibleArea.getWest() - origin.longitude) * metresPerLongitude;
    const topMetres = (origin.latitude - visibleArea.getNorth()) * METRES_PER_DEGREE;
    drawing.setAttribute(
      'viewBox',
      [leftMetres, topMetres, areaWidthMetres, areaHeightMetres].map((metreLength) => metreLength.toFixed(1)).join(' '),
    );
    drawing.style.setProperty(
      '--metre-px',
      (areaWidthMetres / (map.getSize().x * (1 + 2 * BASEMAP_MARGIN_SHARE))).toFixed(3),
    );
  };
  drawing.setAttribute('preserveAspectRatio', 'none');
  const initialBounds = boundsWithMargin();
  setDrawingArea(initialBounds);
  const svgOverlay = new SVGOverlay(drawing, initialBounds, { pane: 'tilePane' }).addTo(map);
  const updateDrawingArea = (): void => {
    const visibleArea = boundsWithMargin();
    setDrawingArea(visibleArea);
    svgOverlay.setBounds(visibleArea);
  };
  map.on('moveend', updateDrawingArea);
  return () => {
    map.off('moveend', updateDrawingArea);
    svgOverlay.remove();
  };
};

/** Layer of empty square tiles. It loads nothing; the style of the map's box draws lines on the tiles. */
class EmptyTileLayer extends GridLayer {
  protected override createTile(): HTMLElement {
    return document.createElement('div');
  }
}

const createLeafletMap = (element: HTMLElement, { center, zoom, isAnimated }: MapStartOptions): LeafletMap =>
  new LeafletMap(element, {
    center: toLatLng(center),
    zoom,
    minZoom: MIN_MAP_ZOOM,
    maxZoom: MAX_MAP_ZOOM,
    // Leaflet's own resize listener would leave a global name on `window`, so Leaflet's option `trackResize` is off and
    // a ResizeObserver watches the map's box.
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
  { isAnimated }: MapStartOptions,
  addBasemapOrNull: PlaceMap['addBasemap'],
): PlaceMap => {
  const resizeObserver = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resizeObserver.observe(element);
  return {
    ...createCameraMethods(map, isAnimated),
    addMarker: (coordinate, markerContent) => addMarker(map, coordinate, markerContent),
    addDrawing: (drawingCenter, radiusMetres, drawing) => {
      const svgOverlay = new SVGOverlay(drawing, boundsAround(drawingCenter, radiusMetres)).addTo(map);
      return () => void svgOverlay.remove();
    },
    addBasemap: addBasemapOrNull,
    remove: () => {
      resizeObserver.disconnect();
      map.remove();
    },
  };
};

/** Provider of the map of Hamburg that the product itself draws. It loads no tiles from a server. */
export const drawnMapProvider: MapProvider = {
  name: 'drawn',
  credit: null,
  createMap(element, mapStart) {
    const map = createLeafletMap(element, mapStart);
    new EmptyTileLayer({ tileSize: 256, updateWhenZooming: false }).addTo(map);
    return createPlaceMap(element, map, mapStart, (origin, drawing) => addBasemap(map, origin, drawing));
  },
};

/** Largest zoom at which tiles exist. Above it, the map enlarges the last tiles. */
const MAX_TILE_ZOOM = 18;

/**
 * Creates a map provider that loads pictures of the map (tiles) from a server. The map counts as broken if no tile
 * loads.
 */
export const createTileProvider = (tileUrl: string, mapCredit: MapCredit): MapProvider => ({
  name: 'tiles',
  credit: mapCredit,
  createMap(element, mapStart) {
    const map = createLeafletMap(element, mapStart);
    const tileLayer = new TileLayer(tileUrl, {
      tileSize: 256,
      maxZoom: MAX_MAP_ZOOM,
      maxNativeZoom: MAX_TILE_ZOOM,
      updateWhenZooming: false,
      referrerPolicy: 'strict-origin-when-cross-origin',
    });
    const stopWatchingTiles = (): void =>
      void tileLayer.off('tileerror', reportBrokenTiles).off('tileload', stopWatchingTiles);
    const reportBrokenTiles = (): void => {
      stopWatchingTiles();
      mapStart.onBroken();
    };
    tileLayer.on('tileerror', reportBrokenTiles).on('tileload', stopWatchingTiles).addTo(map);
    return createPlaceMap(element, map, mapStart, null);
  },
});
