import type { Coordinate } from '@mahlzeit/contract';
import { viewAt } from '../camera-rules';
import { MAX_ZOOM, MIN_ZOOM } from '../map-provider';
import type { MapProvider, MapStart, PlacedMarker, PlaceMap } from '../map-provider';
import { METRES_A_DEGREE } from '../map-rules';
import type { GoogleMap, GoogleMapsApi, GoogleOverlay, GooglePoint } from './google-api';
import { onRefused } from './load-google-maps';

const pointOf = ({ latitude, longitude }: Coordinate): GooglePoint => ({ lat: latitude, lng: longitude });

const createCamera = (
  { event }: GoogleMapsApi,
  map: GoogleMap,
  element: HTMLElement,
  { center, zoom, isAnimated }: MapStart,
) => {
  const zoomOf = (): number => map.getZoom() ?? zoom;
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
          zoom: zoomOf(),
        },
        element.clientWidth,
        element.clientHeight,
      );
    },
    onRest: addMapListener('idle'),
    onBackgroundClick: addMapListener('click'),
    moveTo: (camera: { readonly center: Coordinate; readonly zoom: number }) => {
      if (isAnimated && camera.zoom === zoomOf()) map.panTo(pointOf(camera.center));
      else map.moveCamera({ center: pointOf(camera.center), zoom: Math.min(camera.zoom, MAX_ZOOM) });
    },
    zoomBy: (steps: number) => map.setZoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoomOf() + steps))),
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
  readonly takesPresses: boolean;
  /** Positions the element. Called again after each move of the map. */
  place(toPixel: (coordinate: Coordinate) => { readonly x: number; readonly y: number } | null): void;
}

/** Adds an element to the map. Returns a function that removes it. */
const addOverlay = ({ api, map, element, takesPresses, place }: OverlayDeps): (() => void) => {
  // Google's class exists only after its script has loaded.
  const overlay: GoogleOverlay = new api.OverlayView();
  overlay.onAdd = () => {
    const panes = overlay.getPanes();
    (takesPresses ? panes?.overlayMouseTarget : panes?.overlayLayer)?.append(element);
    if (takesPresses) api.OverlayView.preventMapHitsAndGesturesFrom?.(element);
  };
  overlay.draw = () =>
    place(
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
  let rank = 0;
  let south = 0;
  const stack = (): void => void (anchor.style.zIndex = String(rank + Math.round(south)));
  const remove = addOverlay({
    ...deps,
    element: anchor,
    takesPresses: true,
    place(toPixel) {
      const pixel = toPixel(coordinate);
      if (pixel === null) return;
      Object.assign(anchor.style, { left: `${pixel.x}px`, top: `${pixel.y}px` });
      south = pixel.y;
      stack();
    },
  });
  return {
    setRank(next) {
      rank = next;
      stack();
    },
    remove,
  };
};

const addDrawing = (
  deps: Pick<OverlayDeps, 'api' | 'map'>,
  center: Coordinate,
  metres: number,
  drawing: SVGSVGElement,
): (() => void) => {
  const north = metres / METRES_A_DEGREE;
  const east = north / Math.cos((center.latitude * Math.PI) / 180);
  drawing.style.pointerEvents = 'none';
  return addOverlay({
    ...deps,
    element: drawing,
    takesPresses: false,
    place(toPixel) {
      const [from, to] = [
        toPixel({ latitude: center.latitude + north, longitude: center.longitude - east }),
        toPixel({ latitude: center.latitude - north, longitude: center.longitude + east }),
      ];
      if (from !== null && to !== null)
        Object.assign(drawing.style, {
          position: 'absolute',
          left: `${from.x}px`,
          top: `${from.y}px`,
          width: `${to.x - from.x}px`,
          height: `${to.y - from.y}px`,
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
    center: pointOf(start.center),
    zoom: start.zoom,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    disableDefaultUI: true,
    clickableIcons: false,
    gestureHandling: 'greedy',
    isFractionalZoomEnabled: false,
    colorScheme: 'FOLLOW_SYSTEM',
  });
  const stop = onRefused(start.onBroken);
  return {
    ...createCamera(api, map, element, start),
    addMarker: (coordinate, content) => addMarker({ api, map }, coordinate, content),
    addDrawing: (center, metres, drawing) => addDrawing({ api, map }, center, metres, drawing),
    addBasemap: null,
    remove: () => {
      stop();
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
