import type { PayloadAction } from '@mahlzeit/shared-ui/platform';
import { createSlice, rootReducer } from '@mahlzeit/shared-ui/platform';
import type { ChosenPlace } from './location-rules';

interface LocationState {
  /** null until it is known where to look. */
  readonly place: ChosenPlace | null;
  readonly isLocating: boolean;
  /** The first place is looked for once a page, whoever asks first. */
  readonly hasStarted: boolean;
}

const initialState: LocationState = { place: null, isLocating: false, hasStarted: false };

const slice = createSlice({
  name: 'discovery/location',
  initialState,
  reducers: {
    started: (state) => ({ ...state, hasStarted: true }),
    locatingStarted: (state) => ({ ...state, isLocating: true }),
    locatingFailed: (state) => ({ ...state, isLocating: false }),
    placeChosen: (state, { payload }: PayloadAction<ChosenPlace>) => ({ ...state, place: payload, isLocating: false }),
  },
});

const reducer = rootReducer.inject(slice);

export const { started, locatingStarted, locatingFailed, placeChosen } = slice.actions;

/** What the list is centred on; null until it is known. */
export const selectPlace = reducer.selector((state) => state['discovery/location'].place);

/** Whether the browser is being asked where it is. */
export const selectIsLocating = reducer.selector((state) => state['discovery/location'].isLocating);

/** Whether somebody looks for the first place already. */
export const selectHasStarted = reducer.selector((state) => state['discovery/location'].hasStarted);
