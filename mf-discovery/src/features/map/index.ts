export { farthestOf } from './area-rules';
export { NearbyMap } from './nearby-map';
