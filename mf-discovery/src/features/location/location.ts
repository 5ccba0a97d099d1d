import { err, geocode, getPlace, ok } from '@mahlzeit/contract';
import type { Coordinate, GeocodeAnswer, Place, Result } from '@mahlzeit/contract';
import {
  api,
  apiQuery,
  createSlice,
  rootReducer,
  skipToken,
  useSelector,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import type { ApiError, AppStore, PayloadAction } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo } from 'react';
import { text } from '../../discovery-texts';
import { browserLastPlace, fallbackPlace, placeOf, pointAt } from './chosen-place';
import type { ChosenPlace, LastPlace } from './chosen-place';

/** Why the browser gives no position. */
type LocateError = 'denied' | 'unavailable' | 'timeout';

/** Asks the browser for the user's position. */
export interface Geolocator {
  /** Whether it would answer without asking the person. */
  isGranted(): Promise<boolean>;
  locate(): Promise<Result<Coordinate, LocateError>>;
}

/** A position may be that old, and finding one may take that long. */
const OPTIONS: PositionOptions = { maximumAge: 60_000, timeout: 8_000, enableHighAccuracy: false };

const locateErrorOf = ({ code }: Pick<GeolocationPositionError, 'code'>): LocateError => {
  // The codes of the standard: 1 permission denied, 2 position unavailable, 3 timeout.
  if (code === 1) return 'denied';
  return code === 3 ? 'timeout' : 'unavailable';
};

const isGranted = async (): Promise<boolean> => {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    return state === 'granted';
  } catch {
    // A browser without the Permissions API: asking is left to a tap.
    return false;
  }
};

const locate = (): Promise<Result<Coordinate, LocateError>> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve(err('unavailable'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(ok({ latitude: coords.latitude, longitude: coords.longitude })),
      (error) => resolve(err(locateErrorOf(error))),
      OPTIONS,
    );
  });

/** The browser's own geolocation. */
const browserGeolocation: Geolocator = { isGranted, locate };

interface LocationState {
  /** null until it is known. */
  readonly place: ChosenPlace | null;
  readonly isLocating: boolean;
  /** The first place is looked for once a page, whoever asks first. */
  readonly hasStarted: boolean;
  /** The place that the page's path named last, once it was looked up. */
  readonly visitedId: string | null;
  /** Where the browser said that the person is, whatever was chosen since. */
  readonly userAt: Coordinate | null;
}

const initialState: LocationState = {
  place: null,
  isLocating: false,
  hasStarted: false,
  visitedId: null,
  userAt: null,
};

const slice = createSlice({
  name: 'discovery/location',
  initialState,
  reducers: {
    started: (state) => ({ ...state, hasStarted: true }),
    locatingStarted: (state) => ({ ...state, isLocating: true }),
    locatingEnded: (state) => ({ ...state, isLocating: false }),
    placeChosen: (state, { payload }: PayloadAction<ChosenPlace>) => ({
      ...state,
      place: payload,
      userAt: payload.kind === 'user' ? payload.coordinate : state.userAt,
    }),
    placeVisited: (state, { payload }: PayloadAction<{ readonly placeId: string; readonly place: ChosenPlace }>) => ({
      ...state,
      place: payload.place,
      visitedId: payload.placeId,
      hasStarted: true,
    }),
  },
});

const reducer = rootReducer.inject(slice);

const { started, locatingStarted, locatingEnded, placeChosen, placeVisited } = slice.actions;

/** What the list is centred on; null until it is known. */
export const selectPlace = reducer.selector((state) => state['discovery/location'].place);

/** Whether the middle of a town was taken for want of a place: from there nobody walks. */
export const selectIsAssumed = reducer.selector((state) => state['discovery/location'].place?.kind === 'fallback');

/** Whether the browser is being asked where it is. */
export const selectIsLocating = reducer.selector((state) => state['discovery/location'].isLocating);

/** Whether somebody looks for the first place already. */
const selectHasStarted = reducer.selector((state) => state['discovery/location'].hasStarted);

/** The place that the page's path named last, once it was looked up. */
const selectVisitedId = reducer.selector((state) => state['discovery/location'].visitedId);

/** Where the browser said that the person is; null where it never did. */
const selectUserAt = reducer.selector((state) => state['discovery/location'].userAt);

interface LocationDeps {
  readonly store: Pick<AppStore, 'dispatch' | 'getState'>;
  readonly geolocation: Geolocator;
  readonly lastPlace: LastPlace;
  loadPlace(placeId: string): Promise<Result<Place, Pick<ApiError, 'code'>>>;
}

/** Why the place of the path isn't shown: there is none of that id, or it can't be had now. */
type VisitError = 'unknown' | 'unreachable';

const createLocating =
  ({ store, geolocation }: LocationDeps, choose: (place: ChosenPlace) => void) =>
  async (): Promise<LocateError | null> => {
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

/**
 * How the place to look around is found. `locate` and `start` resolve to why the browser gave no position, null where
 * it did or wasn't asked.
 */
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

const ERROR_TEXTS = {
  denied: 'LocationDenied',
  unavailable: 'LocationUnavailable',
  timeout: 'LocationTimeout',
  unknown: 'PlaceUnknown',
  unreachable: 'PlaceUnreachable',
} as const;

const useLocationActions = () => {
  const { store, apiClient, snackbar } = useShell();
  return useMemo(() => {
    const loadPlace = (placeId: string) => apiClient.call(getPlace, { params: { placeId } });
    const actions = createLocationActions({
      store,
      geolocation: browserGeolocation,
      lastPlace: browserLastPlace,
      loadPlace,
    });
    const showError = (error: keyof typeof ERROR_TEXTS | null): void => {
      if (error !== null) snackbar({ text: text(ERROR_TEXTS[error]), tone: 'error' });
    };
    // Not awaited: the slice shows how far it is.
    return {
      ...actions,
      start: () => void actions.start().then(showError),
      locate: () => void actions.locate().then(showError),
      visit: (placeId: string) => void actions.visit(placeId).then(showError),
    };
  }, [store, apiClient, snackbar]);
};

/**
 * The place to look around, looked for by whoever uses this first; null until it is known. `visitId` is the place that
 * the path names: it comes before all others.
 */
export const usePlace = (visitId?: string): ChosenPlace | null => {
  const { start, visit } = useLocationActions();
  useEffect(() => (visitId === undefined ? start() : visit(visitId)), [start, visit, visitId]);
  const place = useSelector(selectPlace);
  const visitedId = useSelector(selectVisitedId);
  return visitId === undefined || visitId === visitedId ? place : null;
};

/** The place if it is known, without looking for it. */
export const useKnownPlace = (): ChosenPlace | null => useSelector(selectPlace);

/**
 * Where somebody looks from: a place that they chose or are at; null where the middle of a town was taken for want of
 * one, which is nobody's.
 */
export const standpointOf = (place: ChosenPlace | null): Coordinate | null =>
  place === null || place.kind === 'fallback' ? null : place.coordinate;

/** Whether the list is centred on a place that somebody chose or is at. */
export const useIsLocated = (): boolean => standpointOf(useSelector(selectPlace)) !== null;

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

const AROUND = {
  user: 'PlaceUser',
  place: 'PlaceArea',
  area: 'PlaceArea',
  last: 'PlaceLast',
  fallback: 'PlaceFallbackCentre',
} as const;
const ALONE = {
  user: 'PlaceUserAlone',
  place: 'PlaceAreaAlone',
  area: 'PlaceAreaAlone',
  last: 'PlaceLastAlone',
  fallback: 'PlaceFallbackCentre',
} as const;

/** What a place is called. */
interface PlaceLabels {
  /** „Mittag rund um“, before `around`; „Mittag ab“ where nobody chose the place. */
  readonly caption: string;
  /** Behind the caption. */
  readonly around: string;
  /** By itself. */
  readonly alone: string;
}

/** How a place is called: by its name, by what lies there, or by where it came from. */
export const placeLabels = ({ kind, name }: Pick<ChosenPlace, 'kind' | 'name'>, area: string | null): PlaceLabels => {
  const given = name ?? area;
  return {
    caption: text(kind === 'fallback' ? 'LunchFromPlace' : 'LunchAround'),
    around: given ?? text(AROUND[kind]),
    alone: given ?? text(ALONE[kind]),
  };
};

/** What an address is called by its smallest part: a street, a quarter, a town; null where nothing is known there. */
export const areaOf = (answer: GeocodeAnswer | undefined): string | null =>
  answer?.results[0]?.address_components[0]?.long_name ?? null;

/** What the gazetteer knows of a point. */
const { useAddressAtQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    addressAt: build.query<GeocodeAnswer, Coordinate>(
      apiQuery(geocode, ({ latitude, longitude }: Coordinate) => ({ query: { latlng: `${latitude},${longitude}` } })),
    ),
  }),
});

// „deinen Standort“ and Hamburg say more than what lies around them.
const needsArea = ({ kind, name }: ChosenPlace): boolean => name === null && (kind === 'area' || kind === 'last');

/** The name of a place: its own, or of what lies there; null while nobody knows one. */
export const useAreaName = (): string | null => {
  const place = useSelector(selectPlace);
  const { currentData } = useAddressAtQuery(place !== null && needsArea(place) ? place.coordinate : skipToken);
  return place?.name ?? areaOf(currentData);
};

/** How the place is called; null while it is looked for. S1§3: a point is named after where it lies. */
export const usePlaceName = (): PlaceLabels | null => {
  const place = useSelector(selectPlace);
  const isLocating = useSelector(selectIsLocating);
  const area = useAreaName();
  return isLocating || place === null ? null : placeLabels(place, area);
};
