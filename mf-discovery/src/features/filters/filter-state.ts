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
  applicableFilters,
  noFilters,
  noLastingFilters,
  priceCategories,
  propertyFilters,
  walkMinuteOptions,
} from './filter-rules';
import type { ChosenTag, LastingFilters, ListFilters } from './filter-rules';
import { selectIsPlaceAssumed } from '../location';

const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const parseTag = (value: unknown): ChosenTag | null =>
  isObject(value) && typeof value.key === 'string' && typeof value.name === 'string'
    ? { key: value.key, name: value.name }
    : null;

type VisitFilters = Omit<ListFilters, keyof LastingFilters>;

const startVisitFilters: VisitFilters = { texts: [], prices: [], properties: [], tag: null, showLunchList: true };

const parseObject = (text: string | null): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isObject(value) ? value : null;
  } catch {
    // The text isn't valid JSON. The caller then uses the initial filters.
    return null;
  }
};

/**
 * Parses the filters that an earlier page in this tab stored. Returns the initial filters for missing or invalid text.
 */
export const parseVisitFilters = (text: string | null): VisitFilters => {
  const value = parseObject(text);
  if (value === null) return startVisitFilters;
  const tag = parseTag(value.tag);
  return {
    texts: asArray(value.texts).filter((text) => typeof text === 'string'),
    prices: priceCategories.filter((price) => asArray(value.prices).includes(price)),
    properties: propertyFilters.filter((property) => asArray(value.properties).includes(property)),
    tag,
    showLunchList: tag === null && value.showLunchList !== false,
  };
};

/** Parses the filters that an earlier visit on this device stored. Returns no filters for missing or invalid text. */
export const parseLastingFilters = (text: string | null): LastingFilters => {
  const value = parseObject(text);
  if (value === null) return noLastingFilters;
  return {
    diets: dietFilters.filter((diet) => asArray(value.diets).includes(diet)),
    maxWalkMinutes: walkMinuteOptions.find((minutes) => minutes === value.maxWalkMinutes) ?? null,
  };
};

const visitStorage = storedText(() => window.sessionStorage, 'mahlzeit.filters');
const lastingStorage = storedText(() => window.localStorage, 'mahlzeit.lastingFilters');

/** Storages of the filters. All filters survive a reload; diets and walking time also survive the visit. */
const persistedFilters = {
  read: (): ListFilters => ({
    ...parseVisitFilters(visitStorage.read()),
    ...parseLastingFilters(lastingStorage.read()),
  }),
  write: ({ diets, maxWalkMinutes, ...visit }: ListFilters): void => {
    visitStorage.write(JSON.stringify(visit));
    lastingStorage.write(JSON.stringify({ diets, maxWalkMinutes }));
  },
};

const filtersSlice = createSlice({
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
    // A tag hides the list of lunch specials; without the tag that list returns (S1§4).
    tagToggled: (state, { payload }: PayloadAction<ChosenTag>) => {
      const isChosenAlready = state.tag?.key === payload.key;
      return { ...state, tag: isChosenAlready ? null : payload, showLunchList: isChosenAlready };
    },
    tagChosen: (state, { payload }: PayloadAction<ChosenTag>) => ({ ...state, tag: payload, showLunchList: false }),
    lunchListToggled: (state) => ({ ...state, tag: null, showLunchList: !state.showLunchList }),
    allShown: (state) => ({ ...state, tag: null, showLunchList: false }),
  },
});

const filtersReducer = rootReducer.inject(filtersSlice);

/** Actions that change the filters. */
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
} = filtersSlice.actions;

/** Selects the filters as the user has just set them, without the debounce of the list. */
export const selectFilters = filtersReducer.selector((state) => state['discovery/filters']);

/** Selects the number of active filters; tag and lunch list don't count (S1§9). */
export const selectFilterCount = (state: ReturnType<AppStore['getState']>): number =>
  filterCount(applicableFilters(selectFilters(state), selectIsPlaceAssumed(state)));

/** Pause in ms without a further change, after which the list applies the changed filters (S1§4). */
const DEBOUNCE_MS = 800;

/** Debounced filters, as a store for `useSyncExternalStore`. */
interface DebouncedFilters {
  read(): ListFilters;
  subscribe(listener: () => void): () => void;
}

/**
 * Applies the first change immediately, so that a tap has a visible effect. Further changes are applied together after
 * a pause.
 */
export const createDebouncedFilters = (
  store: Pick<AppStore, 'getState' | 'subscribe'>,
  timers: Timers,
): DebouncedFilters => {
  const currentFilters = (): ListFilters => selectFilters(store.getState());
  let debouncedFilters = currentFilters();
  return {
    read: () => debouncedFilters,
    subscribe(listener) {
      let lastFilters = currentFilters();
      let cancelTimer: (() => void) | null = null;
      const applyLastFilters = (): void => {
        if (debouncedFilters === lastFilters) return;
        debouncedFilters = lastFilters;
        listener();
      };
      const onChange = (): void => {
        if (currentFilters() === lastFilters) return;
        lastFilters = currentFilters();
        if (cancelTimer === null) applyLastFilters();
        else cancelTimer();
        cancelTimer = timers.after(DEBOUNCE_MS, () => {
          cancelTimer = null;
          applyLastFilters();
        });
      };
      debouncedFilters = lastFilters;
      const unsubscribe = store.subscribe(onChange);
      return () => {
        unsubscribe();
        cancelTimer?.();
      };
    },
  };
};

/** Returns the filters as the user has just set them, for buttons and chips. */
export const useFilters = (): ListFilters => useSelector(selectFilters);

/** Returns the filters that the list uses. Changes in quick succession are applied together. */
export const useDebouncedFilters = (timers: Timers = browserTimers): ListFilters => {
  const { store } = useShell();
  const debouncedFilters = useMemo(() => createDebouncedFilters(store, timers), [store, timers]);
  const filters = useSyncExternalStore(debouncedFilters.subscribe, debouncedFilters.read);
  const isPlaceAssumed = useSelector(selectIsPlaceAssumed);
  return useMemo(() => applicableFilters(filters, isPlaceAssumed), [filters, isPlaceAssumed]);
};

/** Returns the actions on the filters. Each change survives a reload. */
export const useFilterActions = () => {
  const { store } = useShell();
  return useMemo(() => {
    const withPersistence =
      <Args extends readonly unknown[]>(event: (...args: Args) => { readonly type: string }) =>
      (...args: Args): void => {
        store.dispatch(event(...args));
        persistedFilters.write(selectFilters(store.getState()));
      };
    // Buttons call these functions with a click event, which must not become the payload.
    return {
      apply: withPersistence(filtersApplied),
      reset: withPersistence(() => filtersReset()),
      addText: withPersistence(textAdded),
      removeText: withPersistence(textRemoved),
      clearTexts: withPersistence(() => textsCleared()),
      addDiet: withPersistence(dietAdded),
      toggleTag: withPersistence(tagToggled),
      chooseTag: withPersistence(tagChosen),
      toggleLunchList: withPersistence(() => lunchListToggled()),
      showAll: withPersistence(() => allShown()),
    };
  }, [store]);
};
