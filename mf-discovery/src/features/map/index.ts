export { PlaceMapView } from './place-map-view';
export type { PlaceMapViewProps } from './place-map-view';
