export { MapAttribution, MapControlGroup, MapControls, MapFoot, MapPeek, MapPill, MapPosition, MapTop } from './map-controls';
