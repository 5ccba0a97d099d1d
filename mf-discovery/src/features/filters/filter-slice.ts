import type { Filters } from '@mahlzeit/contract/rules';
import { filterCount } from '@mahlzeit/contract/rules';
import type { PayloadAction } from '@mahlzeit/shared-ui/platform';
import { createSlice, rootReducer } from '@mahlzeit/shared-ui/platform';
import { persistedFilters } from './kept-filters';
import type { ChosenTag, ListFilters } from './list-filters';
import { noFilters } from './list-filters';

const slice = createSlice({
  name: 'discovery/filters',
  initialState: (): ListFilters => persistedFilters.read(),
  reducers: {
    filtersApplied: (state, { payload: { texts, prices, properties } }: PayloadAction<Filters>) => ({ ...state, texts, prices, properties }),
    filtersReset: (state) => ({ ...state, ...noFilters }),
    textAdded: (state, { payload }: PayloadAction<string>) => (state.texts.includes(payload) ? state : { ...state, texts: [...state.texts, payload] }),
    textRemoved: (state, { payload }: PayloadAction<string>) => ({ ...state, texts: state.texts.filter((text) => text !== payload) }),
    textsCleared: (state) => (state.texts.length === 0 ? state : { ...state, texts: [] }),
    // S1§4: a tag hides the lunch list; without it the list is back where it started.
    tagToggled: (state, { payload }: PayloadAction<ChosenTag>) => {
      const isOff = state.tag?.key === payload.key;
      return { ...state, tag: isOff ? null : payload, showLunchList: isOff };
    },
    tagChosen: (state, { payload }: PayloadAction<ChosenTag>) => ({ ...state, tag: payload, showLunchList: false }),
    lunchListToggled: (state) => ({ ...state, tag: null, showLunchList: !state.showLunchList }),
    allShown: (state) => ({ ...state, tag: null, showLunchList: false }),
  },
});

const reducer = rootReducer.inject(slice);

export const { filtersApplied, filtersReset, textAdded, textRemoved, textsCleared, tagToggled, tagChosen, lunchListToggled, allShown } = slice.actions;

/** What the list is narrowed by. */
export const selectFilters = reducer.selector((state) => state['discovery/filters']);

/** S1§9: how many filters are active; tag and lunch list don't count. */
export const selectFilterCount = reducer.selector((state) => filterCount(state['discovery/filters']));
