import { createSlice, rootReducer, useSelector, useShell } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useRef } from 'react';

interface PlaceSearchState {
  /** How often another place was asked for. */
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

/** How often another place was asked for. */
const selectAsked = reducer.selector((state) => state['discovery/placeSearch'].asked);

/** Asks for another place from anywhere on the page: the search field in the top frame opens for it. */
export const useAskForPlace = (): (() => void) => {
  const { store } = useShell();
  return useCallback(() => void store.dispatch(placeAsked()), [store]);
};

/** Runs `onAsked` each time another place is asked for, but not for what was asked before this was there. */
export const usePlaceAsked = (onAsked: () => void): void => {
  const asked = useSelector(selectAsked);
  const answered = useRef(asked);
  useEffect(() => {
    if (answered.current === asked) return;
    answered.current = asked;
    onAsked();
  }, [asked, onAsked]);
};
