import { createSlice, rootReducer, useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useRef } from 'react';

interface PlaceSearchState {
  /** Number of requests for another place. */
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

/** Selects the number of requests for another place. */
const selectRequests = reducer.selector((state) => state['discovery/placeSearch'].requests);

/** Returns a function that opens the search field of the top frame for another place, from anywhere on the page. */
export const useRequestPlaceSearch = (): (() => void) => {
  const { store } = useShell();
  return useCallback(() => void store.dispatch(placeSearchRequested()), [store]);
};

/** Runs `onAsked` on each request for another place, except on requests before the component was mounted. */
export const useOnPlaceSearchRequested = (onRequest: () => void): void => {
  const requests = useSelector(selectRequests);
  const answeredRequests = useRef(requests);
  useEffect(() => {
    if (answeredRequests.current === requests) return;
    answeredRequests.current = requests;
    onRequest();
  }, [requests, onRequest]);
};
