import { createSlice, rootReducer, useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useRef } from 'react';

interface PlaceSearchState {
  /** Number of requests for another place. */
  readonly asked: number;
}

const initialState: PlaceSearchState = { asked: 0 };

const slice = createSlice({
  name: 'discovery/placeSearch',
  initialState,
  reducers: {
    placeAsked: (state) => ({ asked: state.asked + 1 }),
  },
});

const reducer = rootReducer.inject(slice);

const { placeAsked } = slice.actions;

/** Selects the number of requests for another place. */
const selectAsked = reducer.selector((state) => state['discovery/placeSearch'].asked);

/** Returns a function that opens the search field of the top frame for another place, from anywhere on the page. */
export const useAskForPlace = (): (() => void) => {
  const { store } = useShell();
  return useCallback(() => void store.dispatch(placeAsked()), [store]);
};

/** Runs `onAsked` on each request for another place, except on requests before the component was mounted. */
export const usePlaceAsked = (onAsked: () => void): void => {
  const asked = useSelector(selectAsked);
  const answered = useRef(asked);
  useEffect(() => {
    if (answered.current === asked) return;
    answered.current = asked;
    onAsked();
  }, [asked, onAsked]);
};
