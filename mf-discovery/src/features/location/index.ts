export { PlaceButton } from './place-button';
export { useKnownPlace, useLocate, usePlace } from './use-location';
