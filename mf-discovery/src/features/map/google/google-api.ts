/** Point as a plain object. Google's own objects have the methods `lat()` and `lng()` instead. */
export interface GooglePoint {
  readonly lat: number;
  readonly lng: number;
}

/** Methods of Google's map that the product uses. */
export interface GoogleMap {
  getCenter(): { lat(): number; lng(): number } | undefined;
  getZoom(): number | undefined;
  setZoom(zoom: number): void;
  moveCamera(camera: { readonly center?: GooglePoint; readonly zoom?: number }): void;
  panTo(center: GooglePoint): void;
}

/** Overlay class of Google's API. The app implements its methods to draw elements on the map. */
export interface GoogleOverlay {
  onAdd(): void;
  draw(): void;
  onRemove(): void;
  setMap(map: GoogleMap | null): void;
  getPanes(): { readonly overlayLayer: Element; readonly overlayMouseTarget: Element } | null;
  getProjection(): { fromLatLngToDivPixel(point: unknown): { readonly x: number; readonly y: number } | null } | null;
}

/** Classes of Google's Maps JavaScript API that the product uses. */
export interface GoogleMapsApi {
  readonly Map: new (element: HTMLElement, options: Readonly<Record<string, unknown>>) => GoogleMap;
  readonly LatLng: new (latitude: number, longitude: number) => object;
  readonly OverlayView: (new () => GoogleOverlay) & { preventMapHitsAndGesturesFrom?(element: Element): void };
  readonly event: {
    addListener(target: object, eventName: string, handler: () => void): { remove(): void };
    clearInstanceListeners(target: object): void;
  };
}

const isFunction = (value: unknown): boolean => typeof value === 'function';

const readProperty = (value: unknown, propertyName: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, propertyName) : undefined;

const isMapsApi = (candidateApi: unknown): candidateApi is GoogleMapsApi =>
  ['Map', 'LatLng', 'OverlayView'].every((className) => isFunction(readProperty(candidateApi, className))) &&
  isFunction(readProperty(readProperty(candidateApi, 'event'), 'addListener'));

/** Returns the API that Google's script has created; null when a class is missing. */
export const mapsApiOf = (googleGlobal: unknown): GoogleMapsApi | null => {
  const mapsObject = readProperty(googleGlobal, 'maps');
  return isMapsApi(mapsObject) ? mapsObject : null;
};
