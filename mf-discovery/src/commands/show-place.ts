import type { Restaurant } from '@mahlzeit/contract';
import { createSlice, rootReducer } from '@mahlzeit/shared-ui/platform';
import type { CommandHandler, PayloadAction } from '@mahlzeit/shared-ui/platform';

interface ShownPlaceState {
  readonly place: Restaurant | null;
}

const initialState: ShownPlaceState = { place: null };

const slice = createSlice({
  name: 'discovery/shownPlace',
  initialState,
  reducers: {
    placeShown: (_state, { payload }: PayloadAction<Restaurant | null>) => ({ place: payload }),
  },
});

const { placeShown } = slice.actions;

/** The place that a screen beside the map asks to be shown there; null: none does. */
export const selectShownPlace = rootReducer.inject(slice).selector((state) => state['discovery/shownPlace'].place);

/** Shows a place on the map as if it had been chosen there, until it is taken back. */
const showPlace: CommandHandler<'discovery/showPlace'> = ({ restaurant }, { store }) => {
  store.dispatch(placeShown(restaurant));
  return Promise.resolve({});
};

export default showPlace;
