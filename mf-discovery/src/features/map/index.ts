export { NearbyMap } from './nearby-map';
