import { getPlace } from '@mahlzeit/contract';
import type { Coordinate, Place } from '@mahlzeit/contract';
import { useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo } from 'react';
import { text } from '../../discovery-texts';
import { browserGeolocation } from './geolocation';
import { browserLastPlace } from './last-place';
import type { ChosenPlace } from './location-rules';
import { selectIsLocating, selectPlace, selectUserAt, selectVisitedId } from './location-slice';
import { createLocationStory } from './location-story';

const REFUSALS = {
  denied: 'LocationDenied', unavailable: 'LocationUnavailable', timeout: 'LocationTimeout', unknown: 'PlaceUnknown', unreachable: 'PlaceUnreachable',
} as const;

const useStory = () => {
  const { store, gateway, snackbar } = useShell();
  return useMemo(() => {
    const loadPlace = (placeId: string) => gateway.call(getPlace, { params: { placeId } });
    const story = createLocationStory({ store, geolocation: browserGeolocation, lastPlace: browserLastPlace, loadPlace });
    const tell = (refusal: keyof typeof REFUSALS | null): void => {
      if (refusal !== null) snackbar({ text: text(REFUSALS[refusal]), tone: 'error' });
    };
    // Not awaited: the slice shows how far it is.
    return { ...story, start: () => void story.start().then(tell), locate: () => void story.locate().then(tell), visit: (placeId: string) => void story.visit(placeId).then(tell) };
  }, [store, gateway, snackbar]);
};

/** The place to look around, looked for by whoever uses this first; null until it is known. `visitId` is the place that the path names: it comes before all others. */
export const usePlace = (visitId?: string): ChosenPlace | null => {
  const { start, visit } = useStory();
  useEffect(() => (visitId === undefined ? start() : visit(visitId)), [start, visit, visitId]);
  const place = useSelector(selectPlace);
  const visitedId = useSelector(selectVisitedId);
  return visitId === undefined || visitId === visitedId ? place : null;
};

/** The place if it is known, without looking for it. */
export const useKnownPlace = (): ChosenPlace | null => useSelector(selectPlace);

/** Where the person stands, where the browser has told. */
export const useUserPosition = (): Coordinate | null => useSelector(selectUserAt);

/** Asks for the position; what becomes of it is the place. */
export const useLocate = () => {
  const { locate } = useStory();
  return { isLocating: useSelector(selectIsLocating), locate };
};

/** Looks around a place of the gazetteer from now on, and on the next visit. */
export const useChoosePlace = (): ((place: Place) => void) => useStory().choosePlace;

/** Looks around a point of the map from now on. */
export const useChooseArea = (): ((coordinate: Coordinate) => void) => useStory().chooseArea;
