export { useChooseArea, useChoosePlace, useKnownPlace, useLocate, usePlace, useUserPosition } from './use-location';
export { usePlaceName } from './use-place-name';
