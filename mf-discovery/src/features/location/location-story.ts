import type { Coordinate, Place, Result } from '@mahlzeit/contract';
import type { AppStore, ApiError } from '@mahlzeit/shared-ui/platform';
import type { Geolocator, LocateError } from './geolocation';
import type { LastPlace } from './last-place';
import type { ChosenPlace } from './location-rules';
import { fallbackPlace, placeOf, pointAt } from './location-rules';
import { locatingEnded, locatingStarted, placeChosen, placeVisited, selectHasStarted, selectIsLocating, selectPlace, selectVisitedId, started } from './location-slice';

interface LocationDeps {
  readonly store: Pick<AppStore, 'dispatch' | 'getState'>;
  readonly geolocation: Geolocator;
  readonly lastPlace: LastPlace;
  loadPlace(placeId: string): Promise<Result<Place, Pick<ApiError, 'code'>>>;
}

/** Why the place of the path isn't shown: there is none of that id, or it can't be had now. */
type VisitError = 'unknown' | 'unreachable';

const createLocating = ({ store, geolocation }: LocationDeps, choose: (place: ChosenPlace) => void) => async (): Promise<LocateError | null> => {
  if (selectIsLocating(store.getState())) return null;
  const before = selectPlace(store.getState());
  store.dispatch(locatingStarted());
  const answer = await geolocation.locate();
  store.dispatch(locatingEnded());
  if (!answer.ok) return answer.error;
  // Who chose a place in the meantime wants that one.
  if (selectPlace(store.getState()) === before) choose(pointAt('user', answer.value));
  return null;
};

/** How the place to look around is found. `locate` and `start` resolve to why the browser gave no position, null where it did or wasn't asked. */
export const createLocationActions = (deps: LocationDeps) => {
  const { store, geolocation, lastPlace, loadPlace } = deps;
  const choose = (place: ChosenPlace): void => {
    lastPlace.write(place);
    store.dispatch(placeChosen(place));
  };
  const locate = createLocating(deps, choose);
  return {
    /** Asks for the position, on a tap. */
    locate,
    /** Looks around a place that was searched for. */
    choosePlace: (place: Place): void => choose(placeOf(place)),
    /** Looks around a point of the map. */
    chooseArea: (coordinate: Coordinate): void => choose(pointAt('area', coordinate)),
    /** S1§4, DESIGN §13.28: a position that is granted already is used; else the last place; else Hamburg. */
    async start(): Promise<LocateError | null> {
      if (selectHasStarted(store.getState())) return null;
      store.dispatch(started());
      const isGranted = await geolocation.isGranted();
      // The path's place may have come while the browser was asked for the permission.
      if (selectPlace(store.getState()) !== null) return null;
      const error = isGranted ? await locate() : null;
      if (selectPlace(store.getState()) === null) store.dispatch(placeChosen(lastPlace.read() ?? fallbackPlace));
      return error;
    },
    /** S1§2: the place that the path names; R01: an unknown one leads to Hamburg. */
    async visit(placeId: string): Promise<VisitError | null> {
      if (selectVisitedId(store.getState()) === placeId) return null;
      const answer = await loadPlace(placeId);
      const place = answer.ok ? placeOf(answer.value) : fallbackPlace;
      if (answer.ok) lastPlace.write(place);
      store.dispatch(placeVisited({ placeId, place }));
      if (answer.ok) return null;
      return answer.error.code === 'notFound' ? 'unknown' : 'unreachable';
    },
  };
};
