export {
  MapAttribution,
  MapControlGroup,
  MapControls,
  MapCount,
  MapFooter,
  MapPill,
  MapPosition,
  MapTopArea,
} from './map-controls';
export { MapCluster, MapDot, MapPin } from './map-pin';
export type { PinVariant } from './map-pin';
