import type { Restaurant } from '@mahlzeit/contract';
import { createSlice, rootReducer } from '@mahlzeit/shared-ui/platform';
import type { CommandHandler, PayloadAction } from '@mahlzeit/shared-ui/platform';

interface MapPlaceState {
  readonly place: Restaurant | null;
}

const initialMapPlaceState: MapPlaceState = { place: null };

const mapPlaceSlice = createSlice({
  name: 'discovery/shownPlace',
  initialState: initialMapPlaceState,
  reducers: {
    placeShown: (_previousState, { payload }: PayloadAction<Restaurant | null>) => ({ place: payload }),
  },
});

const { placeShown } = mapPlaceSlice.actions;

/** Selects the restaurant that another screen wants to show on the map; null for none. */
export const selectMapPlace = rootReducer
  .inject(mapPlaceSlice)
  .selector((state) => state['discovery/shownPlace'].place);

/** Shows a restaurant on the map as if it was selected. The call with null hides it again. */
const showPlaceCommand: CommandHandler<'discovery/showPlace'> = ({ restaurant }, { store }) => {
  store.dispatch(placeShown(restaurant));
  return Promise.resolve({});
};

export default showPlaceCommand;
