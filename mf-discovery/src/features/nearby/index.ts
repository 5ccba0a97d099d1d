export { NearbyList } from './nearby-list';
export type { NearbySelection } from './nearby-list';
export { useNearby } from './use-nearby';
export { useListed } from './use-listed';
