export { MapAttribution, MapControlGroup, MapControls, MapFoot, MapPeek, MapPill, MapPosition, MapTop } from './map-controls';
export { MapCluster, MapDot } from './map-group';
export { MapPin } from './map-pin';
export type { PinLook } from './map-pin';
