export { googleProvider } from './google-map';
export { loadGoogleMaps } from './load-google-maps';
