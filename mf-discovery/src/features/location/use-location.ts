import { getPlace } from '@mahlzeit/contract';
import type { Coordinate, Place } from '@mahlzeit/contract';
import { useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo } from 'react';
import { text } from '../../discovery-texts';
import { browserGeolocation } from './geolocation';
import { browserLastPlace } from './last-place';
import type { ChosenPlace } from './location-rules';
import { selectIsLocating, selectPlace, selectUserAt, selectVisitedId } from './location-slice';
import { createLocationActions } from './location-story';

const ERROR_TEXTS = {
  denied: 'LocationDenied', unavailable: 'LocationUnavailable', timeout: 'LocationTimeout', unknown: 'PlaceUnknown', unreachable: 'PlaceUnreachable',
} as const;

const useLocationActions = () => {
  const { store, apiClient, snackbar } = useShell();
  return useMemo(() => {
    const loadPlace = (placeId: string) => apiClient.call(getPlace, { params: { placeId } });
    const actions = createLocationActions({ store, geolocation: browserGeolocation, lastPlace: browserLastPlace, loadPlace });
    const showError = (error: keyof typeof ERROR_TEXTS | null): void => {
      if (error !== null) snackbar({ text: text(ERROR_TEXTS[error]), tone: 'error' });
    };
    // Not awaited: the slice shows how far it is.
    return { ...actions, start: () => void actions.start().then(showError), locate: () => void actions.locate().then(showError), visit: (placeId: string) => void actions.visit(placeId).then(showError) };
  }, [store, apiClient, snackbar]);
};

/** The place to look around, looked for by whoever uses this first; null until it is known. `visitId` is the place that the path names: it comes before all others. */
export const usePlace = (visitId?: string): ChosenPlace | null => {
  const { start, visit } = useLocationActions();
  useEffect(() => (visitId === undefined ? start() : visit(visitId)), [start, visit, visitId]);
  const place = useSelector(selectPlace);
  const visitedId = useSelector(selectVisitedId);
  return visitId === undefined || visitId === visitedId ? place : null;
};

/** The place if it is known, without looking for it. */
export const useKnownPlace = (): ChosenPlace | null => useSelector(selectPlace);

/** The user's position; null where the browser has given none. */
export const useUserPosition = (): Coordinate | null => useSelector(selectUserAt);

/** Asks for the position; what becomes of it is the place. */
export const useLocate = () => {
  const { locate } = useLocationActions();
  return { isLocating: useSelector(selectIsLocating), locate };
};

/** Looks around a place of the gazetteer from now on, and on the next visit. */
export const useChoosePlace = (): ((place: Place) => void) => useLocationActions().choosePlace;

/** Looks around a point of the map from now on. */
export const useChooseArea = (): ((coordinate: Coordinate) => void) => useLocationActions().chooseArea;
