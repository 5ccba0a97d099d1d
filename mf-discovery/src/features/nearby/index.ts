export { useAllAround, useListed, useNearby } from './use-nearby';
export { headFacts, listRows, PlacesHead } from './list-head';
export { ExpandSearchButton, isListReady, NearbyList, ResultCount } from './nearby-list';
export type { NearbySelection } from './nearby-list';
export { farthestOf, FIRST_PAGE, joinPages, nextPage } from './nearby-rules';
export type { NearbyPage } from './nearby-rules';
export { freshList } from './shown-order';
export type { Nearby } from './use-nearby';
export { useShownList } from './use-shown-list';
