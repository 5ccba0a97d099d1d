import type { AppStore } from '@mahlzeit/shared-ui/platform';
import type { Geolocation, LocatingRefusal } from './geolocation';
import type { LastPlace } from './last-place';
import type { ChosenPlace } from './location-rules';
import { fallbackPlace } from './location-rules';
import { locatingFailed, locatingStarted, placeChosen, selectHasStarted, selectIsLocating, started } from './location-slice';

interface LocationDeps {
  readonly store: Pick<AppStore, 'dispatch' | 'getState'>;
  readonly geolocation: Geolocation;
  readonly lastPlace: LastPlace;
}

/** How the place to look around is found. Answers tell why the browser gave no position, null where it did or wasn't asked. */
export const createLocationStory = ({ store, geolocation, lastPlace }: LocationDeps) => {
  const locate = async (): Promise<LocatingRefusal | null> => {
    if (selectIsLocating(store.getState())) return null;
    store.dispatch(locatingStarted());
    const answer = await geolocation.locate();
    if (!answer.ok) {
      store.dispatch(locatingFailed());
      return answer.error;
    }
    const place: ChosenPlace = { kind: 'user', coordinate: answer.value };
    lastPlace.write(place);
    store.dispatch(placeChosen(place));
    return null;
  };

  return {
    /** Asks for the position, on a tap. */
    locate,
    /** S1§4, DESIGN §13.28: a position that is granted already is used; else the last place; else Hamburg. */
    async start(): Promise<LocatingRefusal | null> {
      if (selectHasStarted(store.getState())) return null;
      store.dispatch(started());
      const isGranted = await geolocation.isGranted();
      const refusal = isGranted ? await locate() : null;
      if (!isGranted || refusal !== null) store.dispatch(placeChosen(lastPlace.read() ?? fallbackPlace));
      return refusal;
    },
  };
};
