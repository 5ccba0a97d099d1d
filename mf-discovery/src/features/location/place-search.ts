import { createSlice, rootReducer, useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useRef } from 'react';

interface PlaceSearchState {
  /** Number of times that the user has asked to search for another place. Each increase opens the search field. */
  readonly requests: number;
}

const initialSearchState: PlaceSearchState = { requests: 0 };

const placeSearchSlice = createSlice({
  name: 'discovery/placeSearch',
  initialState: initialSearchState,
  reducers: {
    placeSearchRequested: (state) => ({ requests: state.requests + 1 }),
  },
});

const placeSearchReducer = rootReducer.inject(placeSearchSlice);

const { placeSearchRequested } = placeSearchSlice.actions;

/** Selects how often the user has asked to search for another place. */
const selectRequestCount = placeSearchReducer.selector((state) => state['discovery/placeSearch'].requests);

/**
 * Returns a function that opens the search field in the top bar, so that the user can search for another place. Every
 * part of the page may call it.
 */
export const useRequestPlaceSearch = (): (() => void) => {
  const { store } = useShell();
  return useCallback(() => void store.dispatch(placeSearchRequested()), [store]);
};

/**
 * Runs `onSearchRequested` each time that the user asks to search for another place. Requests from before the component
 * was mounted don't count.
 */
export const useOnPlaceSearchRequested = (onSearchRequested: () => void): void => {
  const requestCount = useSelector(selectRequestCount);
  const answeredRequestCount = useRef(requestCount);
  useEffect(() => {
    if (answeredRequestCount.current === requestCount) return;
    answeredRequestCount.current = requestCount;
    onSearchRequested();
  }, [requestCount, onSearchRequested]);
};
