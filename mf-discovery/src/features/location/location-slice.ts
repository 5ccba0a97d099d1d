import type { Coordinate } from '@mahlzeit/contract';
import type { PayloadAction } from '@mahlzeit/shared-ui/platform';
import { createSlice, rootReducer } from '@mahlzeit/shared-ui/platform';
import type { ChosenPlace } from './location-rules';

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

const initialState: LocationState = { place: null, isLocating: false, hasStarted: false, visitedId: null, userAt: null };

const slice = createSlice({
  name: 'discovery/location',
  initialState,
  reducers: {
    started: (state) => ({ ...state, hasStarted: true }),
    locatingStarted: (state) => ({ ...state, isLocating: true }),
    locatingEnded: (state) => ({ ...state, isLocating: false }),
    placeChosen: (state, { payload }: PayloadAction<ChosenPlace>) => ({ ...state, place: payload, userAt: payload.kind === 'user' ? payload.coordinate : state.userAt }),
    placeVisited: (state, { payload }: PayloadAction<{ readonly placeId: string; readonly place: ChosenPlace }>) => ({
      ...state, place: payload.place, visitedId: payload.placeId, hasStarted: true,
    }),
  },
});

const reducer = rootReducer.inject(slice);

export const { started, locatingStarted, locatingEnded, placeChosen, placeVisited } = slice.actions;

/** What the list is centred on; null until it is known. */
export const selectPlace = reducer.selector((state) => state['discovery/location'].place);

/** Whether the browser is being asked where it is. */
export const selectIsLocating = reducer.selector((state) => state['discovery/location'].isLocating);

/** Whether somebody looks for the first place already. */
const selectHasStarted = reducer.selector((state) => state['discovery/location'].hasStarted);

/** The place that the page's path named last, once it was looked up. */
const selectVisitedId = reducer.selector((state) => state['discovery/location'].visitedId);

/** Where the browser said that the person is; null where it never did. */
const selectUserAt = reducer.selector((state) => state['discovery/location'].userAt);
