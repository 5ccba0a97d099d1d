import type { Restaurant } from '@mahlzeit/contract';
import { createSlice, rootReducer } from '@mahlzeit/shared-ui/platform';
import type { CommandHandler, PayloadAction } from '@mahlzeit/shared-ui/platform';

interface MapPlaceState {
  readonly place: Restaurant | null;
}

const initialState: MapPlaceState = { place: null };

const slice = createSlice({
  name: 'discovery/shownPlace',
  initialState,
  reducers: {
    placeShown: (_state, { payload }: PayloadAction<Restaurant | null>) => ({ place: payload }),
  },
});

const { placeShown } = slice.actions;

/** Place that a screen beside the map wants to show there; null for none. */
export const selectMapPlace = rootReducer.inject(slice).selector((state) => state['discovery/shownPlace'].place);

/** Shows a place on the map like a chosen one, until the returned function is called. */
const showPlace: CommandHandler<'discovery/showPlace'> = ({ restaurant }, { store }) => {
  store.dispatch(placeShown(restaurant));
  return Promise.resolve({});
};

export default showPlace;
