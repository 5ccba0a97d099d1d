import type { PayloadAction } from '@mahlzeit/shared-ui/platform';
import { createSlice, rootReducer } from '@mahlzeit/shared-ui/platform';
import type { SearchArea } from './reach-rules';

interface SearchAreaState {
  /** The area that was expanded last; around every other place it is the usual one. */
  readonly expanded: SearchArea | null;
}

const initialState: SearchAreaState = { expanded: null };

const slice = createSlice({
  name: 'discovery/searchArea',
  initialState,
  reducers: {
    searchAreaExpanded: (_state, { payload }: PayloadAction<SearchArea>) => ({ expanded: payload }),
  },
});

const reducer = rootReducer.inject(slice);

export const { searchAreaExpanded } = slice.actions;

/** The search area that was expanded last. */
export const selectExpandedArea = reducer.selector((state) => state['discovery/searchArea'].expanded);
