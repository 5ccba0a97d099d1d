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
import { browserLastPlaceStore, fallbackPlace, chosenPlaceOf, createUnnamedPlace } from './chosen-place';
import type { ChosenPlace, LastPlaceStore } from './chosen-place';

/** Reason why the browser doesn't return the user's position. */
type LocateError = 'denied' | 'unavailable' | 'timeout';

/** Reads the user's position from the browser. Tests replace this object. */
export interface Geolocator {
  /** Returns whether the browser would return a position without asking the user. */
  isGranted(): Promise<boolean>;
  locateUser(): Promise<Result<Coordinate, LocateError>>;
}

/**
 * The browser may return a position that is up to `maximumAge` ms old. Otherwise it has `timeout` ms to find a new one.
 */
const GEOLOCATION_OPTIONS: PositionOptions = { maximumAge: 60_000, timeout: 8_000, enableHighAccuracy: false };

const locateErrorOf = ({ code }: Pick<GeolocationPositionError, 'code'>): LocateError => {
  // Codes of the standard: 1 permission denied, 2 position unavailable, 3 timeout.
  if (code === 1) return 'denied';
  return code === 3 ? 'timeout' : 'unavailable';
};

const isPositionGranted = async (): Promise<boolean> => {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    return state === 'granted';
  } catch {
    // Without the Permissions API the page can't know whether the browser would ask the user. The value false means
    // that only a tap of the user requests the position.
    return false;
  }
};

const locateUser = (): Promise<Result<Coordinate, LocateError>> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve(err('unavailable'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(ok({ latitude: coords.latitude, longitude: coords.longitude })),
      (positionError) => resolve(err(locateErrorOf(positionError))),
      GEOLOCATION_OPTIONS,
    );
  });

const browserGeolocation: Geolocator = { isGranted: isPositionGranted, locateUser };

interface LocationState {
  /** Place around which the list of restaurants searches; null until it is known. */
  readonly place: ChosenPlace | null;
  readonly isLocating: boolean;
  /**
   * Whether the page has begun to determine the first place of the list. This happens only once for each load of the
   * page.
   */
  readonly hasStarted: boolean;
  /** Id of the last place that the path of a URL named; set only after the gateway has returned the place. */
  readonly visitedId: string | null;
  /** Position of the user, even while the list is around another place; null if unknown. */
  readonly userAt: Coordinate | null;
}

const initialLocationState: LocationState = {
  place: null,
  isLocating: false,
  hasStarted: false,
  visitedId: null,
  userAt: null,
};

const locationSlice = createSlice({
  name: 'discovery/location',
  initialState: initialLocationState,
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

const locationReducer = rootReducer.inject(locationSlice);

const { started, locatingStarted, locatingEnded, placeChosen, placeVisited } = locationSlice.actions;

/** Selects the place around which the list of restaurants searches; null until it is known. */
export const selectPlace = locationReducer.selector((state) => state['discovery/location'].place);

/**
 * Selects whether the place of the list is the fallback (Hamburg). Walking times from there would mean nothing to the
 * user.
 */
export const selectIsPlaceAssumed = locationReducer.selector(
  (state) => state['discovery/location'].place?.kind === 'fallback',
);

/** Selects whether the browser is determining the position. */
export const selectIsLocating = locationReducer.selector((state) => state['discovery/location'].isLocating);

/** Selects whether the page has begun to determine the first place of the list. */
const selectHasSearchStarted = locationReducer.selector((state) => state['discovery/location'].hasStarted);

/** Selects the id of the place that the path of the URL named last, after the gateway has returned the place. */
const selectVisitedPlaceId = locationReducer.selector((state) => state['discovery/location'].visitedId);

/** Selects the position of the user; null if it is unknown. */
const selectUserPosition = locationReducer.selector((state) => state['discovery/location'].userAt);

interface LocationDeps {
  readonly store: Pick<AppStore, 'dispatch' | 'getState'>;
  readonly geolocation: Geolocator;
  readonly lastPlace: LastPlaceStore;
  loadPlace(placeId: string): Promise<Result<Place, Pick<ApiError, 'code'>>>;
}

/** Error of the place that the path of the URL names: its id is unknown, or the place can't be loaded at the moment. */
type VisitError = 'unknown' | 'unreachable';

const createLocateAction =
  ({ store, geolocation }: LocationDeps, setPlace: (place: ChosenPlace) => void) =>
  async (): Promise<LocateError | null> => {
    if (selectIsLocating(store.getState())) return null;
    const placeBefore = selectPlace(store.getState());
    store.dispatch(locatingStarted());
    const positionResult = await geolocation.locateUser();
    store.dispatch(locatingEnded());
    if (!positionResult.ok) return positionResult.error;
    // If the user has chosen another place while the browser determined the position, that place stays.
    if (selectPlace(store.getState()) === placeBefore) setPlace(createUnnamedPlace('user', positionResult.value));
    return null;
  };

/**
 * Creates the actions that set the place of the list. `locate` and `start` resolve to the reason why the browser
 * returned no position. They resolve to null if it returned one, or if nobody asked it.
 */
export const createLocationActions = (locationDeps: LocationDeps) => {
  const { store, geolocation, lastPlace, loadPlace } = locationDeps;
  const setPlace = (place: ChosenPlace): void => {
    lastPlace.write(place);
    store.dispatch(placeChosen(place));
  };
  const locateAndChoose = createLocateAction(locationDeps, setPlace);
  return {
    /**
     * Asks the browser for the user's position. Called only after a tap, because the browser may ask for permission.
     */
    locate: locateAndChoose,
    /** Centers the list on a place that the user found in the search. */
    choosePlace: (place: Place): void => setPlace(chosenPlaceOf(place)),
    /** Centers the list on a point of the map. */
    chooseArea: (areaCoordinate: Coordinate): void => setPlace(createUnnamedPlace('area', areaCoordinate)),
    /**
     * Determines the first place of the list: the user's position if the permission is granted, otherwise the last
     * place, otherwise Hamburg (S1§4, Decision 28).
     */
    async start(): Promise<LocateError | null> {
      if (selectHasSearchStarted(store.getState())) return null;
      store.dispatch(started());
      const isPermissionGranted = await geolocation.isGranted();
      // The place that the path of the URL names may have arrived during the permission check. That place then stays.
      if (selectPlace(store.getState()) !== null) return null;
      const locateError = isPermissionGranted ? await locateAndChoose() : null;
      if (selectPlace(store.getState()) === null) store.dispatch(placeChosen(lastPlace.read() ?? fallbackPlace));
      return locateError;
    },
    /** Loads the place that the path of the URL names (S1§2). An unknown id leads to Hamburg (R01). */
    async visit(placeId: string): Promise<VisitError | null> {
      if (selectVisitedPlaceId(store.getState()) === placeId) return null;
      const placeResult = await loadPlace(placeId);
      const place = placeResult.ok ? chosenPlaceOf(placeResult.value) : fallbackPlace;
      if (placeResult.ok) lastPlace.write(place);
      store.dispatch(placeVisited({ placeId, place }));
      if (placeResult.ok) return null;
      return placeResult.error.code === 'notFound' ? 'unknown' : 'unreachable';
    },
  };
};

const TEXT_KEY_BY_LOCATION_ERROR = {
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
    const locationActions = createLocationActions({
      store,
      geolocation: browserGeolocation,
      lastPlace: browserLastPlaceStore,
      loadPlace,
    });
    const showLocationError = (locationError: keyof typeof TEXT_KEY_BY_LOCATION_ERROR | null): void => {
      if (locationError !== null) snackbar({ text: text(TEXT_KEY_BY_LOCATION_ERROR[locationError]), tone: 'error' });
    };
    // Callers don't await the promises, because the Redux slice stores their progress and result.
    return {
      ...locationActions,
      start: () => void locationActions.start().then(showLocationError),
      locate: () => void locationActions.locate().then(showLocationError),
      visit: (placeId: string) => void locationActions.visit(placeId).then(showLocationError),
    };
  }, [store, apiClient, snackbar]);
};

/**
 * Returns the place of the list; null until it is known. The first component that calls this hook starts to determine
 * the place. `placeIdInUrl` is the place in the path of the URL, which takes precedence over all others.
 */
export const usePlace = (placeIdInUrl?: string): ChosenPlace | null => {
  const { start, visit } = useLocationActions();
  useEffect(() => (placeIdInUrl === undefined ? start() : visit(placeIdInUrl)), [start, visit, placeIdInUrl]);
  const place = useSelector(selectPlace);
  const currentVisitedId = useSelector(selectVisitedPlaceId);
  return placeIdInUrl === undefined || placeIdInUrl === currentVisitedId ? place : null;
};

/**
 * Returns the place of the list; null until it is known. In contrast to `usePlace` this hook doesn't start to determine
 * the place.
 */
export const useCurrentPlace = (): ChosenPlace | null => useSelector(selectPlace);

/**
 * Returns the point from which distances to restaurants are measured; null for the fallback place, which no user has
 * chosen.
 */
export const distanceOriginOf = (place: ChosenPlace | null): Coordinate | null =>
  place === null || place.kind === 'fallback' ? null : place.coordinate;

/** Returns whether the center of the list is a place that the user chose, or the user's position. */
export const useIsLocated = (): boolean => distanceOriginOf(useSelector(selectPlace)) !== null;

/** Returns the user's position; null if it is unknown. */
export const useUserPosition = (): Coordinate | null => useSelector(selectUserPosition);

/** Returns a function that asks the browser for the position and centers the list on it. */
export const useLocateUser = () => {
  const { locate } = useLocationActions();
  return { isLocating: useSelector(selectIsLocating), locate };
};

/** Returns a function that centers the list on a search result. The next visit starts at this place, too. */
export const useChoosePlace = (): ((place: Place) => void) => useLocationActions().choosePlace;

/** Returns a function that centers the list on a point of the map. */
export const useChooseArea = (): ((coordinate: Coordinate) => void) => useLocationActions().chooseArea;

const TEXT_AFTER_CAPTION = {
  user: 'PlaceUser',
  place: 'PlaceArea',
  area: 'PlaceArea',
  last: 'PlaceLast',
  fallback: 'PlaceFallbackCentre',
} as const;
const TEXT_WITHOUT_CAPTION = {
  user: 'PlaceUserAlone',
  place: 'PlaceAreaAlone',
  area: 'PlaceAreaAlone',
  last: 'PlaceLastAlone',
  fallback: 'PlaceFallbackCentre',
} as const;

/** Caption and two labels of a place: one label follows the caption, the other is used without it. */
interface PlaceLabels {
  /** Caption before the label `around`: „Mittag rund um“, or „Mittag ab“ for the fallback place. */
  readonly caption: string;
  /** Label of the place after the caption, „Mittag rund um …“. */
  readonly around: string;
  /** Label of the place where it stands alone, without a caption. */
  readonly alone: string;
}

/**
 * Returns the labels of a place: its name, otherwise the name of the area around it, otherwise a text for its origin.
 */
export const placeLabelsOf = (
  { kind, name }: Pick<ChosenPlace, 'kind' | 'name'>,
  areaName: string | null,
): PlaceLabels => {
  const placeName = name ?? areaName;
  return {
    caption: text(kind === 'fallback' ? 'LunchFromPlace' : 'LunchAround'),
    around: placeName ?? text(TEXT_AFTER_CAPTION[kind]),
    alone: placeName ?? text(TEXT_WITHOUT_CAPTION[kind]),
  };
};

/** Returns the smallest known part of an address (street, quarter or town); null if the response has no result. */
export const areaNameOf = (geocodeAnswer: GeocodeAnswer | undefined): string | null =>
  geocodeAnswer?.results[0]?.address_components[0]?.long_name ?? null;

/** Hook that loads the address of a point from the gateway. */
const { useAddressAtQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    addressAt: build.query<GeocodeAnswer, Coordinate>(
      apiQuery(geocode, ({ latitude, longitude }: Coordinate) => ({ query: { latlng: `${latitude},${longitude}` } })),
    ),
  }),
});

// Returns whether a place without a name is named after the area around it. For the user's position and for Hamburg,
// the labels „deinen Standort“ and „Hamburg“ are clearer.
const needsAreaName = ({ kind, name }: ChosenPlace): boolean => name === null && (kind === 'area' || kind === 'last');

/** Returns the name of the current place, or of the area around it; null until it is known. */
export const useAreaName = (): string | null => {
  const place = useSelector(selectPlace);
  const { currentData } = useAddressAtQuery(place !== null && needsAreaName(place) ? place.coordinate : skipToken);
  return place?.name ?? areaNameOf(currentData);
};

/**
 * Returns the labels of the current place; null while the place is being determined. A point without a name is named
 * after its area (S1§3).
 */
export const usePlaceName = (): PlaceLabels | null => {
  const place = useSelector(selectPlace);
  const isLocating = useSelector(selectIsLocating);
  const areaName = useAreaName();
  return isLocating || place === null ? null : placeLabelsOf(place, areaName);
};
