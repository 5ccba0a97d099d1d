import { skipToken, useSelector } from '@mahlzeit/shared-ui/platform';
import { useAddressAtQuery } from './address-api';
import type { ChosenPlace } from './location-rules';
import { selectIsLocating, selectPlace } from './location-slice';
import type { PlaceLabels } from './place-words';
import { areaOf, placeLabels } from './place-words';

// „deinen Standort“ and Hamburg say more than what lies around them.
const needsArea = ({ kind, name }: ChosenPlace): boolean => name === null && (kind === 'area' || kind === 'last');

/** How the place is called; null while it is looked for. S1§3: a point is named after where it lies. */
export const usePlaceName = (): PlaceLabels | null => {
  const place = useSelector(selectPlace);
  const isLocating = useSelector(selectIsLocating);
  const { currentData } = useAddressAtQuery(place !== null && needsArea(place) ? place.coordinate : skipToken);
  return isLocating || place === null ? null : placeLabels(place, areaOf(currentData));
};
