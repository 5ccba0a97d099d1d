import type { Coordinate } from '@mahlzeit/contract';
import { mapViewAt } from '../camera-rules';
import { MAX_MAP_ZOOM, MIN_MAP_ZOOM } from '../map-provider';
import type { MapProvider, MapStartOptions, PlacedMarker, PlaceMap } from '../map-provider';
import { METRES_PER_DEGREE } from '../map-rules';
import type { GoogleMap, GoogleMapsApi, GoogleOverlay, GooglePoint } from './google-api';
import { onKeyRefused } from './load-google-maps';

const googlePointOf = ({ latitude, longitude }: Coordinate): GooglePoint => ({ lat: latitude, lng: longitude });

const createCameraMethods = (
  { event }: GoogleMapsApi,
  map: GoogleMap,
  element: HTMLElement,
  { center, zoom, isAnimated }: MapStartOptions,
) => {
  const readCurrentZoom = (): number => map.getZoom() ?? zoom;
  const addMapListener = (eventName: string) => (listener: () => void) => {
    const { remove } = event.addListener(map, eventName, listener);
    return () => void remove();
  };
  return {
    view: () => {
      const mapCenter = map.getCenter();
      return mapViewAt(
        {
          center: mapCenter === undefined ? center : { latitude: mapCenter.lat(), longitude: mapCenter.lng() },
          zoom: readCurrentZoom(),
        },
        element.clientWidth,
        element.clientHeight,
      );
    },
    onRest: addMapListener('idle'),
    onBackgroundClick: addMapListener('click'),
    moveTo: (camera: { readonly center: Coordinate; readonly zoom: number }) => {
      if (isAnimated && camera.zoom === readCurrentZoom()) map.panTo(googlePointOf(camera.center));
      else map.moveCamera({ center: googlePointOf(camera.center), zoom: Math.min(camera.zoom, MAX_MAP_ZOOM) });
    },
    zoomBy: (zoomSteps: number) =>
      map.setZoom(Math.min(MAX_MAP_ZOOM, Math.max(MIN_MAP_ZOOM, readCurrentZoom() + zoomSteps))),
  };
};

/** Element that the app draws on Google's map, and how it behaves there. */
interface OverlayDeps {
  readonly api: GoogleMapsApi;
  readonly map: GoogleMap;
  readonly element: HTMLElement | SVGSVGElement;
  /**
   * True for an element that receives clicks and taps. False for an element that lies below all markers and ignores the
   * pointer.
   */
  readonly receivesPointer: boolean;
  /** Sets the element's position on the screen. Called again after each move of the map. */
  positionElement(toPixel: (coordinate: Coordinate) => { readonly x: number; readonly y: number } | null): void;
}

/** Adds an element to the map. Returns a function that removes it. */
const addMapOverlay = ({ api, map, element, receivesPointer, positionElement }: OverlayDeps): (() => void) => {
  // Google's class exists only after its script has loaded.
  const googleOverlay: GoogleOverlay = new api.OverlayView();
  googleOverlay.onAdd = () => {
    const overlayPanes = googleOverlay.getPanes();
    (receivesPointer ? overlayPanes?.overlayMouseTarget : overlayPanes?.overlayLayer)?.append(element);
    if (receivesPointer) api.OverlayView.preventMapHitsAndGesturesFrom?.(element);
  };
  googleOverlay.draw = () =>
    positionElement(
      ({ latitude, longitude }) =>
        googleOverlay.getProjection()?.fromLatLngToDivPixel(new api.LatLng(latitude, longitude)) ?? null,
    );
  googleOverlay.onRemove = () => element.remove();
  googleOverlay.setMap(map);
  return () => googleOverlay.setMap(null);
};

const addMapMarker = (
  overlayDeps: Pick<OverlayDeps, 'api' | 'map'>,
  coordinate: Coordinate,
  markerContent: HTMLElement,
): PlacedMarker => {
  const markerAnchor = document.createElement('div');
  markerAnchor.className = 'map-anchor';
  markerAnchor.append(markerContent);
  let stackingRank = 0;
  let southPx = 0;
  const updateStacking = (): void => void (markerAnchor.style.zIndex = String(stackingRank + Math.round(southPx)));
  const removeOverlay = addMapOverlay({
    ...overlayDeps,
    element: markerAnchor,
    receivesPointer: true,
    positionElement(toPixel) {
      const markerPixel = toPixel(coordinate);
      if (markerPixel === null) return;
      Object.assign(markerAnchor.style, { left: `${markerPixel.x}px`, top: `${markerPixel.y}px` });
      southPx = markerPixel.y;
      updateStacking();
    },
  });
  return {
    setRank(newStackingRank) {
      stackingRank = newStackingRank;
      updateStacking();
    },
    remove: removeOverlay,
  };
};

const addMapDrawing = (
  overlayDeps: Pick<OverlayDeps, 'api' | 'map'>,
  center: Coordinate,
  radiusMetres: number,
  drawing: SVGSVGElement,
): (() => void) => {
  const northDegrees = radiusMetres / METRES_PER_DEGREE;
  const eastDegrees = northDegrees / Math.cos((center.latitude * Math.PI) / 180);
  drawing.style.pointerEvents = 'none';
  return addMapOverlay({
    ...overlayDeps,
    element: drawing,
    receivesPointer: false,
    positionElement(toPixel) {
      const [northWestPixel, southEastPixel] = [
        toPixel({ latitude: center.latitude + northDegrees, longitude: center.longitude - eastDegrees }),
        toPixel({ latitude: center.latitude - northDegrees, longitude: center.longitude + eastDegrees }),
      ];
      if (northWestPixel !== null && southEastPixel !== null)
        Object.assign(drawing.style, {
          position: 'absolute',
          left: `${northWestPixel.x}px`,
          top: `${northWestPixel.y}px`,
          width: `${southEastPixel.x - northWestPixel.x}px`,
          height: `${southEastPixel.y - northWestPixel.y}px`,
        });
    },
  });
};

const createGoogleMap = (api: GoogleMapsApi, mapElement: HTMLElement, mapStart: MapStartOptions): PlaceMap => {
  // Google writes styles and attributes to the element of its map. The map therefore gets an element that React doesn't
  // manage.
  const element = document.createElement('div');
  // Google's layers must stay below the buttons and cards of the app.
  Object.assign(element.style, { position: 'absolute', inset: '0', zIndex: '0' });
  mapElement.append(element);
  const map = new api.Map(element, {
    center: googlePointOf(mapStart.center),
    zoom: mapStart.zoom,
    minZoom: MIN_MAP_ZOOM,
    maxZoom: MAX_MAP_ZOOM,
    disableDefaultUI: true,
    clickableIcons: false,
    gestureHandling: 'greedy',
    isFractionalZoomEnabled: false,
    colorScheme: 'FOLLOW_SYSTEM',
  });
  const stopKeyListener = onKeyRefused(mapStart.onBroken);
  return {
    ...createCameraMethods(api, map, element, mapStart),
    addMarker: (coordinate, markerContent) => addMapMarker({ api, map }, coordinate, markerContent),
    addDrawing: (center, radiusMetres, drawing) => addMapDrawing({ api, map }, center, radiusMetres, drawing),
    addBasemap: null,
    remove: () => {
      stopKeyListener();
      api.event.clearInstanceListeners(map);
      element.remove();
    },
  };
};

/** Creates the map provider for Google's map, whose script must have loaded. The map shows its own credit. */
export const googleProvider = (api: GoogleMapsApi): MapProvider => ({
  name: 'google',
  credit: null,
  createMap: (element, mapStart) => createGoogleMap(api, element, mapStart),
});
