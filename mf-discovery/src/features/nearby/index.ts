export { useAllAround, useListed, useNearby } from './use-nearby';
export { headFacts, listRows, PlacesHead } from './list-head';
export { ExpandSearchButton, isListReady, NearbyList, ResultCount } from './nearby-list';
export type { NearbySelection } from './nearby-list';
export { farthestOf, FIRST_PAGE, joinPages, nextPage } from './nearby-rules';
export type { NearbyPage } from './nearby-rules';
export { freshList } from './stable-order';
export type { Nearby } from './use-nearby';
export { useStableList as useShownList } from './use-stable-list';
