export { NearbyList } from './nearby-list';
export type { NearbySelection } from './nearby-list';
export type { Nearby } from './use-nearby';
export { useNearby } from './use-nearby';
export { useListed } from './use-listed';
export { placesWords } from './places-words';
export { ResultCount } from './result-count';
export { WidenButton } from './widen-button';
