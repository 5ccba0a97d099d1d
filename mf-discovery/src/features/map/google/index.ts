export { googleGround } from './google-map';
export { loadGoogleMaps } from './load-google-maps';
