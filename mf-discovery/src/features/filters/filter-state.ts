import type { Diet } from '@mahlzeit/contract';
import { filterCount } from '@mahlzeit/contract/rules';
import type { Filters } from '@mahlzeit/contract/rules';
import {
  browserTimers,
  createSlice,
  isObject,
  rootReducer,
  storedText,
  useSelector,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import type { AppStore, PayloadAction, Timers } from '@mahlzeit/shared-ui/platform';
import { useMemo, useSyncExternalStore } from 'react';
import {
  dietFilters,
  filtersInForce,
  noFilters,
  noLastingFilters,
  priceCategories,
  propertyFilters,
  walkFilters,
} from './filter-rules';
import type { ChosenTag, LastingFilters, ListFilters } from './filter-rules';
import { selectIsAssumed } from '../location';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const tagOf = (value: unknown): ChosenTag | null =>
  isObject(value) && typeof value.key === 'string' && typeof value.name === 'string'
    ? { key: value.key, name: value.name }
    : null;

type VisitFilters = Omit<ListFilters, keyof LastingFilters>;

const visitStart: VisitFilters = { texts: [], prices: [], properties: [], tag: null, showLunchList: true };

const objectOf = (text: string | null): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isObject(value) ? value : null;
  } catch {
    // Half a text, or another version's: the start is better than no list.
    return null;
  }
};

/** Parses what an earlier page of this tab stored; the start where that is nothing, or nothing valid. */
export const parseVisitFilters = (stored: string | null): VisitFilters => {
  const value = objectOf(stored);
  if (value === null) return visitStart;
  const tag = tagOf(value.tag);
  return {
    texts: listOf(value.texts).filter((text) => typeof text === 'string'),
    prices: priceCategories.filter((price) => listOf(value.prices).includes(price)),
    properties: propertyFilters.filter((property) => listOf(value.properties).includes(property)),
    tag,
    showLunchList: tag === null && value.showLunchList !== false,
  };
};

/** Parses what an earlier visit of this device stored; none where that is nothing, or nothing valid. */
export const parseLastingFilters = (stored: string | null): LastingFilters => {
  const value = objectOf(stored);
  if (value === null) return noLastingFilters;
  return {
    diets: dietFilters.filter((diet) => listOf(value.diets).includes(diet)),
    maxWalkMinutes: walkFilters.find((minutes) => minutes === value.maxWalkMinutes) ?? null,
  };
};

const storedForVisit = storedText(() => window.sessionStorage, 'mahlzeit.filters');
const storedForLong = storedText(() => window.localStorage, 'mahlzeit.lastingFilters');

/** The filters in storage: all outlive a reload; how one eats and how far one walks, the visit as well. */
const persistedFilters = {
  read: (): ListFilters => ({
    ...parseVisitFilters(storedForVisit.read()),
    ...parseLastingFilters(storedForLong.read()),
  }),
  write: ({ diets, maxWalkMinutes, ...visit }: ListFilters): void => {
    storedForVisit.write(JSON.stringify(visit));
    storedForLong.write(JSON.stringify({ diets, maxWalkMinutes }));
  },
};

const slice = createSlice({
  name: 'discovery/filters',
  initialState: (): ListFilters => persistedFilters.read(),
  reducers: {
    filtersApplied: (
      state,
      { payload: { texts, prices, properties, diets, maxWalkMinutes } }: PayloadAction<Filters>,
    ) => ({ ...state, texts, prices, properties, diets, maxWalkMinutes }),
    filtersReset: (state) => ({ ...state, ...noFilters }),
    textAdded: (state, { payload }: PayloadAction<string>) =>
      state.texts.includes(payload) ? state : { ...state, texts: [...state.texts, payload] },
    textRemoved: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      texts: state.texts.filter((text) => text !== payload),
    }),
    textsCleared: (state) => (state.texts.length === 0 ? state : { ...state, texts: [] }),
    dietAdded: (state, { payload }: PayloadAction<Diet>) =>
      state.diets.includes(payload) ? state : { ...state, diets: [...state.diets, payload] },
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

/** What changes the filters, as events. */
export const {
  filtersApplied,
  filtersReset,
  textAdded,
  textRemoved,
  textsCleared,
  dietAdded,
  tagToggled,
  tagChosen,
  lunchListToggled,
  allShown,
} = slice.actions;

/** What the list is narrowed by. */
export const selectFilters = reducer.selector((state) => state['discovery/filters']);

/** S1§9: how many filters are active; tag and lunch list don't count. */
export const selectFilterCount = (state: ReturnType<AppStore['getState']>): number =>
  filterCount(filtersInForce(selectFilters(state), selectIsAssumed(state)));

/** S1§4: filter refresh is debounced. */
const DEBOUNCE_MS = 800;

/** The debounced filters, for `useSyncExternalStore`. */
interface DebouncedFilters {
  read(): ListFilters;
  subscribe(listener: () => void): () => void;
}

/**
 * The first change is applied at once, so that a tap has an effect; several in a row are applied once they are over.
 */
export const createDebouncedFilters = (
  store: Pick<AppStore, 'getState' | 'subscribe'>,
  timers: Timers,
): DebouncedFilters => {
  const latest = (): ListFilters => selectFilters(store.getState());
  let debounced = latest();
  return {
    read: () => debounced,
    subscribe(listener) {
      let seen = latest();
      let cancelTimer: (() => void) | null = null;
      const follow = (): void => {
        if (debounced === seen) return;
        debounced = seen;
        listener();
      };
      const onChange = (): void => {
        if (latest() === seen) return;
        seen = latest();
        if (cancelTimer === null) follow();
        else cancelTimer();
        cancelTimer = timers.after(DEBOUNCE_MS, () => {
          cancelTimer = null;
          follow();
        });
      };
      debounced = seen;
      const unsubscribe = store.subscribe(onChange);
      return () => {
        unsubscribe();
        cancelTimer?.();
      };
    },
  };
};

/** The filters as they are chosen at this moment: for controls. */
export const useFilters = (): ListFilters => useSelector(selectFilters);

/** The filters that the list is narrowed by: changes in quick succession are one. */
export const useDebouncedFilters = (timers: Timers = browserTimers): ListFilters => {
  const { store } = useShell();
  const debounced = useMemo(() => createDebouncedFilters(store, timers), [store, timers]);
  const filters = useSyncExternalStore(debounced.subscribe, debounced.read);
  const isAssumed = useSelector(selectIsAssumed);
  return useMemo(() => filtersInForce(filters, isAssumed), [filters, isAssumed]);
};

/** What changes the filters; each change outlives a reload of the page. */
export const useFilterActions = () => {
  const { store } = useShell();
  return useMemo(() => {
    const persisting =
      <Args extends readonly unknown[]>(event: (...args: Args) => { readonly type: string }) =>
      (...args: Args): void => {
        store.dispatch(event(...args));
        persistedFilters.write(selectFilters(store.getState()));
      };
    // Buttons pass their event: actions without a payload must not get it.
    return {
      apply: persisting(filtersApplied),
      reset: persisting(() => filtersReset()),
      addText: persisting(textAdded),
      removeText: persisting(textRemoved),
      clearTexts: persisting(() => textsCleared()),
      addDiet: persisting(dietAdded),
      toggleTag: persisting(tagToggled),
      chooseTag: persisting(tagChosen),
      toggleLunchList: persisting(() => lunchListToggled()),
      showAll: persisting(() => allShown()),
    };
  }, [store]);
};
