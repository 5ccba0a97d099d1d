// Declares only those modules of Leaflet that the map needs. Leaflet's whole bundle adds itself to `window` and
// contains controls that write HTML.
declare module 'leaflet/src/map/index.js' {
  export { Map } from 'leaflet';
}
declare module 'leaflet/src/layer/tile/GridLayer.js' {
  export { GridLayer } from 'leaflet';
}
declare module 'leaflet/src/layer/marker/Marker.js' {
  export { Marker } from 'leaflet';
}
declare module 'leaflet/src/layer/marker/DivIcon.js' {
  export { DivIcon } from 'leaflet';
}
declare module 'leaflet/src/layer/SVGOverlay.js' {
  export { SVGOverlay } from 'leaflet';
}
declare module 'leaflet/src/layer/tile/TileLayer.js' {
  export { TileLayer } from 'leaflet';
}
