import type { Coordinate } from '@mahlzeit/contract';
import { viewAt } from '../camera-rules';
import { MAX_ZOOM, MIN_ZOOM } from '../map-provider';
import type { MapProvider, MapStart, PlacedMarker, PlaceMap } from '../map-provider';
import { METRES_PER_DEGREE } from '../map-rules';
import type { GoogleMap, GoogleMapsApi, GoogleOverlay, GooglePoint } from './google-api';
import { onKeyRefused } from './load-google-maps';

const googlePointOf = ({ latitude, longitude }: Coordinate): GooglePoint => ({ lat: latitude, lng: longitude });

const createCamera = (
  { event }: GoogleMapsApi,
  map: GoogleMap,
  element: HTMLElement,
  { center, zoom, isAnimated }: MapStart,
) => {
  const currentZoom = (): number => map.getZoom() ?? zoom;
  const addMapListener = (name: string) => (listener: () => void) => {
    const { remove } = event.addListener(map, name, listener);
    return () => void remove();
  };
  return {
    view: () => {
      const mapCenter = map.getCenter();
      return viewAt(
        {
          center: mapCenter === undefined ? center : { latitude: mapCenter.lat(), longitude: mapCenter.lng() },
          zoom: currentZoom(),
        },
        element.clientWidth,
        element.clientHeight,
      );
    },
    onRest: addMapListener('idle'),
    onBackgroundClick: addMapListener('click'),
    moveTo: (camera: { readonly center: Coordinate; readonly zoom: number }) => {
      if (isAnimated && camera.zoom === currentZoom()) map.panTo(googlePointOf(camera.center));
      else map.moveCamera({ center: googlePointOf(camera.center), zoom: Math.min(camera.zoom, MAX_ZOOM) });
    },
    zoomBy: (steps: number) => map.setZoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, currentZoom() + steps))),
  };
};

/** Element of ours that lies on Google's map. */
interface OverlayDeps {
  readonly api: GoogleMapsApi;
  readonly map: GoogleMap;
  readonly element: HTMLElement | SVGSVGElement;
  /**
   * True for an element that receives clicks and taps. False for an element that lies below all markers and ignores the
   * pointer.
   */
  readonly receivesPointer: boolean;
  /** Positions the element. Called again after each move of the map. */
  positionElement(toPixel: (coordinate: Coordinate) => { readonly x: number; readonly y: number } | null): void;
}

/** Adds an element to the map. Returns a function that removes it. */
const addOverlay = ({ api, map, element, receivesPointer, positionElement }: OverlayDeps): (() => void) => {
  // Google's class exists only after its script has loaded.
  const overlay: GoogleOverlay = new api.OverlayView();
  overlay.onAdd = () => {
    const panes = overlay.getPanes();
    (receivesPointer ? panes?.overlayMouseTarget : panes?.overlayLayer)?.append(element);
    if (receivesPointer) api.OverlayView.preventMapHitsAndGesturesFrom?.(element);
  };
  overlay.draw = () =>
    positionElement(
      ({ latitude, longitude }) =>
        overlay.getProjection()?.fromLatLngToDivPixel(new api.LatLng(latitude, longitude)) ?? null,
    );
  overlay.onRemove = () => element.remove();
  overlay.setMap(map);
  return () => overlay.setMap(null);
};

const addMarker = (
  deps: Pick<OverlayDeps, 'api' | 'map'>,
  coordinate: Coordinate,
  content: HTMLElement,
): PlacedMarker => {
  const anchor = document.createElement('div');
  anchor.className = 'map-anchor';
  anchor.append(content);
  let rankOffset = 0;
  let southPx = 0;
  const updateStacking = (): void => void (anchor.style.zIndex = String(rankOffset + Math.round(southPx)));
  const removeOverlay = addOverlay({
    ...deps,
    element: anchor,
    receivesPointer: true,
    positionElement(toPixel) {
      const pixel = toPixel(coordinate);
      if (pixel === null) return;
      Object.assign(anchor.style, { left: `${pixel.x}px`, top: `${pixel.y}px` });
      southPx = pixel.y;
      updateStacking();
    },
  });
  return {
    setRank(newRank) {
      rankOffset = newRank;
      updateStacking();
    },
    remove: removeOverlay,
  };
};

const addDrawing = (
  deps: Pick<OverlayDeps, 'api' | 'map'>,
  center: Coordinate,
  metres: number,
  drawing: SVGSVGElement,
): (() => void) => {
  const northDegrees = metres / METRES_PER_DEGREE;
  const eastDegrees = northDegrees / Math.cos((center.latitude * Math.PI) / 180);
  drawing.style.pointerEvents = 'none';
  return addOverlay({
    ...deps,
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

const createMap = (api: GoogleMapsApi, box: HTMLElement, start: MapStart): PlaceMap => {
  // Google writes styles and attributes to the element of its map, so the map gets an element of its own.
  const element = document.createElement('div');
  // Google's layers stay below our buttons and cards.
  Object.assign(element.style, { position: 'absolute', inset: '0', zIndex: '0' });
  box.append(element);
  const map = new api.Map(element, {
    center: googlePointOf(start.center),
    zoom: start.zoom,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    disableDefaultUI: true,
    clickableIcons: false,
    gestureHandling: 'greedy',
    isFractionalZoomEnabled: false,
    colorScheme: 'FOLLOW_SYSTEM',
  });
  const stopListening = onKeyRefused(start.onBroken);
  return {
    ...createCamera(api, map, element, start),
    addMarker: (coordinate, content) => addMarker({ api, map }, coordinate, content),
    addDrawing: (center, metres, drawing) => addDrawing({ api, map }, center, metres, drawing),
    addBasemap: null,
    remove: () => {
      stopListening();
      api.event.clearInstanceListeners(map);
      element.remove();
    },
  };
};

/** Provider of Google's map; its script must have loaded. The map shows its own credit. */
export const googleProvider = (api: GoogleMapsApi): MapProvider => ({
  name: 'google',
  credit: null,
  createMap: (element, start) => createMap(api, element, start),
});
