export {
  MapAttribution,
  MapControlGroup,
  MapControls,
  MapCount,
  MapFoot,
  MapPill,
  MapPosition,
  MapTop,
} from './map-controls';
export { MapCluster, MapDot, MapPin } from './map-pin';
export type { PinVariant } from './map-pin';
