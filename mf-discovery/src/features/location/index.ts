export { browserLastPlace } from './chosen-place';
export type { ChosenPlace } from './chosen-place';
export {
  selectIsPlaceAssumed,
  selectPlace,
  distanceOriginOf,
  useAreaName,
  useChooseArea,
  useChoosePlace,
  useIsLocated,
  useCurrentPlace,
  useLocate,
  usePlace,
  usePlaceName,
  useUserPosition,
} from './location';
export { lunchTitle } from './lunch-title';
export { useRequestPlaceSearch, useOnPlaceSearchRequested } from './place-search';
