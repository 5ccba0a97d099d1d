import type { PayloadAction } from '@mahlzeit/shared-ui/platform';
import { createSlice, rootReducer } from '@mahlzeit/shared-ui/platform';
import type { Reach } from './reach-rules';

interface ReachState {
  /** What was widened last; every other place is looked around as usual. */
  readonly widened: Reach | null;
}

const initialState: ReachState = { widened: null };

const slice = createSlice({
  name: 'discovery/reach',
  initialState,
  reducers: {
    reachWidened: (_state, { payload }: PayloadAction<Reach>) => ({ widened: payload }),
  },
});

const reducer = rootReducer.inject(slice);

export const { reachWidened } = slice.actions;

/** The place that was last looked around farther than usual. */
export const selectWidened = reducer.selector((state) => state['discovery/reach'].widened);
