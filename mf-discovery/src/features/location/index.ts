export { browserLastPlace } from './chosen-place';
export type { ChosenPlace } from './chosen-place';
export {
  selectIsAssumed,
  selectPlace,
  standpointOf,
  useAreaName,
  useChooseArea,
  useChoosePlace,
  useIsLocated,
  useKnownPlace,
  useLocate,
  usePlace,
  usePlaceName,
  useUserPosition,
} from './location';
export { lunchTitle } from './lunch-title';
export { useAskForPlace, usePlaceAsked } from './place-search';
