import { useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo } from 'react';
import { text } from '../../discovery-texts';
import type { LocatingRefusal } from './geolocation';
import { browserGeolocation } from './geolocation';
import { browserLastPlace } from './last-place';
import type { ChosenPlace } from './location-rules';
import { selectIsLocating, selectPlace } from './location-slice';
import { createLocationStory } from './location-story';

const REFUSALS = { denied: 'LocationDenied', unavailable: 'LocationUnavailable', timeout: 'LocationTimeout' } as const;

const useLocating = () => {
  const { store, snackbar } = useShell();
  return useMemo(() => {
    const story = createLocationStory({ store, geolocation: browserGeolocation, lastPlace: browserLastPlace });
    const tell = (refusal: LocatingRefusal | null): void => {
      if (refusal !== null) snackbar({ text: text(REFUSALS[refusal]), tone: 'error' });
    };
    // Not awaited: the slice shows how far it is.
    return { start: () => void story.start().then(tell), locate: () => void story.locate().then(tell) };
  }, [store, snackbar]);
};

/** The place to look around, looked for by whoever uses this first; null until it is known. */
export const usePlace = (): ChosenPlace | null => {
  const { start } = useLocating();
  useEffect(start, [start]);
  return useSelector(selectPlace);
};

/** The place if it is known, without looking for it. */
export const useKnownPlace = (): ChosenPlace | null => useSelector(selectPlace);

/** Asks for the position; what becomes of it is the place. */
export const useLocate = () => {
  const { locate } = useLocating();
  return { isLocating: useSelector(selectIsLocating), locate };
};
