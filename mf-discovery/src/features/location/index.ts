export { browserLastPlaceStore } from './chosen-place';
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
  useLocateUser,
  usePlace,
  usePlaceName,
  useUserPosition,
} from './location';
export { lunchTitleOf } from './lunch-title';
export { useRequestPlaceSearch, useOnPlaceSearchRequested } from './place-search';
