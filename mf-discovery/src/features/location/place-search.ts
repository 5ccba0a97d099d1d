import { createSlice, rootReducer, useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useRef } from 'react';

interface PlaceSearchState {
  /** Number of times that the user has asked to search for another place. */
  readonly requests: number;
}

const initialState: PlaceSearchState = { requests: 0 };

const slice = createSlice({
  name: 'discovery/placeSearch',
  initialState,
  reducers: {
    placeSearchRequested: (state) => ({ requests: state.requests + 1 }),
  },
});

const reducer = rootReducer.inject(slice);

const { placeSearchRequested } = slice.actions;

/** Selects how often the user has asked to search for another place. */
const selectRequests = reducer.selector((state) => state['discovery/placeSearch'].requests);

/**
 * Returns a function that opens the search field in the top bar for another place. Every part of the page may call it.
 */
export const useRequestPlaceSearch = (): (() => void) => {
  const { store } = useShell();
  return useCallback(() => void store.dispatch(placeSearchRequested()), [store]);
};

/**
 * Runs `onRequest` each time that the user asks to search for another place. Requests from before the component was
 * mounted don't count.
 */
export const useOnPlaceSearchRequested = (onRequest: () => void): void => {
  const requests = useSelector(selectRequests);
  const answeredRequests = useRef(requests);
  useEffect(() => {
    if (answeredRequests.current === requests) return;
    answeredRequests.current = requests;
    onRequest();
  }, [requests, onRequest]);
};
