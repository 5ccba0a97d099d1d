export type { ChosenPlace, PlaceKind } from './location-rules';
export { PlaceButton } from './place-button';
export { useKnownPlace, usePlace, usePlaceChoice } from './use-location';
