import type { Diet } from '@mahlzeit/contract';
import { filterCount } from '@mahlzeit/contract/rules';
import type { Filters } from '@mahlzeit/contract/rules';
import {
  browserTimers,
  createSlice,
  isObject,
  rootReducer,
  createStoredText,
  useSelector,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import type { AppStore, PayloadAction, Timers } from '@mahlzeit/shared-ui/platform';
import { useMemo, useSyncExternalStore } from 'react';
import {
  dietFilters,
  applicableFiltersOf,
  noFilters,
  noLastingFilters,
  priceCategories,
  propertyFilters,
  walkMinuteOptions,
} from './filter-rules';
import type { ChosenTag, LastingFilters, ListFilters } from './filter-rules';
import { selectIsPlaceAssumed } from '../location';

const arrayOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const parseChosenTag = (storedTag: unknown): ChosenTag | null =>
  isObject(storedTag) && typeof storedTag.key === 'string' && typeof storedTag.name === 'string'
    ? { key: storedTag.key, name: storedTag.name }
    : null;

type VisitFilters = Omit<ListFilters, keyof LastingFilters>;

const initialVisitFilters: VisitFilters = { texts: [], prices: [], properties: [], tag: null, showLunchList: true };

const parseJsonObject = (jsonText: string | null): Readonly<Record<string, unknown>> | null => {
  try {
    const parsedJson: unknown = JSON.parse(jsonText ?? 'null');
    return isObject(parsedJson) ? parsedJson : null;
  } catch {
    // The stored text isn't valid JSON. The caller then uses the initial filters.
    return null;
  }
};

/**
 * Parses the filters that an earlier page in this tab stored. Returns the initial filters for missing or invalid text.
 */
export const parseVisitFilters = (storedVisitText: string | null): VisitFilters => {
  const storedFilters = parseJsonObject(storedVisitText);
  if (storedFilters === null) return initialVisitFilters;
  const parsedTag = parseChosenTag(storedFilters.tag);
  return {
    texts: arrayOrEmpty(storedFilters.texts).filter((searchWord) => typeof searchWord === 'string'),
    prices: priceCategories.filter((price) => arrayOrEmpty(storedFilters.prices).includes(price)),
    properties: propertyFilters.filter((property) => arrayOrEmpty(storedFilters.properties).includes(property)),
    tag: parsedTag,
    showLunchList: parsedTag === null && storedFilters.showLunchList !== false,
  };
};

/** Parses the filters that an earlier visit on this device stored. Returns no filters for missing or invalid text. */
export const parseLastingFilters = (storedLastingText: string | null): LastingFilters => {
  const storedFilters = parseJsonObject(storedLastingText);
  if (storedFilters === null) return noLastingFilters;
  return {
    diets: dietFilters.filter((diet) => arrayOrEmpty(storedFilters.diets).includes(diet)),
    maxWalkMinutes: walkMinuteOptions.find((walkMinutes) => walkMinutes === storedFilters.maxWalkMinutes) ?? null,
  };
};

const visitFiltersStorage = createStoredText(() => window.sessionStorage, 'mahlzeit.filters');
const lastingFiltersStorage = createStoredText(() => window.localStorage, 'mahlzeit.lastingFilters');

/**
 * Keys and storages under which the filters are stored. All filters survive a reload; diets and walking time also
 * survive the end of the visit.
 */
const persistedFilters = {
  read: (): ListFilters => ({
    ...parseVisitFilters(visitFiltersStorage.read()),
    ...parseLastingFilters(lastingFiltersStorage.read()),
  }),
  write: ({ diets, maxWalkMinutes, ...visit }: ListFilters): void => {
    visitFiltersStorage.write(JSON.stringify(visit));
    lastingFiltersStorage.write(JSON.stringify({ diets, maxWalkMinutes }));
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
      texts: state.texts.filter((searchWord) => searchWord !== payload),
    }),
    textsCleared: (state) => (state.texts.length === 0 ? state : { ...state, texts: [] }),
    dietAdded: (state, { payload }: PayloadAction<Diet>) =>
      state.diets.includes(payload) ? state : { ...state, diets: [...state.diets, payload] },
    // A chosen tag hides the list of lunch specials. When the user removes the tag, the list of lunch specials is shown
    // again (S1§4).
    tagToggled: (state, { payload }: PayloadAction<ChosenTag>) => {
      const isTagAlreadyChosen = state.tag?.key === payload.key;
      return { ...state, tag: isTagAlreadyChosen ? null : payload, showLunchList: isTagAlreadyChosen };
    },
    tagChosen: (state, { payload }: PayloadAction<ChosenTag>) => ({ ...state, tag: payload, showLunchList: false }),
    lunchListToggled: (state) => ({ ...state, tag: null, showLunchList: !state.showLunchList }),
    allShown: (state) => ({ ...state, tag: null, showLunchList: false }),
  },
});

const filtersReducer = rootReducer.inject(filtersSlice);

/** Redux actions that change the filters of the list. */
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

/** Selects the filters as the user has just set them. The list applies them only after a short pause (debounce). */
export const selectFilters = filtersReducer.selector((state) => state['discovery/filters']);

/** Selects the number of active filters; tag and lunch list don't count (S1§9). */
export const selectFilterCount = (state: ReturnType<AppStore['getState']>): number =>
  filterCount(applicableFiltersOf(selectFilters(state), selectIsPlaceAssumed(state)));

/** Pause in ms without a further change, after which the list applies the changed filters (S1§4). */
const FILTER_DEBOUNCE_MS = 800;

/** Store (for `useSyncExternalStore`) of the filters that the list applies, after a short pause. */
interface DebouncedFilters {
  read(): ListFilters;
  subscribe(listener: () => void): () => void;
}

/**
 * Creates the store of the filters that the list applies. The first change applies immediately, so that a tap has a
 * visible effect. Further changes apply together after a pause.
 */
export const createDebouncedFilters = (
  store: Pick<AppStore, 'getState' | 'subscribe'>,
  timers: Timers,
): DebouncedFilters => {
  const readCurrentFilters = (): ListFilters => selectFilters(store.getState());
  let debouncedFilters = readCurrentFilters();
  return {
    read: () => debouncedFilters,
    subscribe(listener) {
      let latestFilters = readCurrentFilters();
      let cancelDebounceTimer: (() => void) | null = null;
      const applyLatestFilters = (): void => {
        if (debouncedFilters === latestFilters) return;
        debouncedFilters = latestFilters;
        listener();
      };
      const onStoreChange = (): void => {
        if (readCurrentFilters() === latestFilters) return;
        latestFilters = readCurrentFilters();
        if (cancelDebounceTimer === null) applyLatestFilters();
        else cancelDebounceTimer();
        cancelDebounceTimer = timers.after(FILTER_DEBOUNCE_MS, () => {
          cancelDebounceTimer = null;
          applyLatestFilters();
        });
      };
      debouncedFilters = latestFilters;
      const unsubscribeStore = store.subscribe(onStoreChange);
      return () => {
        unsubscribeStore();
        cancelDebounceTimer?.();
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
  return useMemo(() => applicableFiltersOf(filters, isPlaceAssumed), [filters, isPlaceAssumed]);
};

/** Returns the actions that change the filters. Each change survives a reload. */
export const useFilterActions = () => {
  const { store } = useShell();
  return useMemo(() => {
    const dispatchAndPersist =
      <Args extends readonly unknown[]>(createEvent: (...eventArguments: Args) => { readonly type: string }) =>
      (...eventArguments: Args): void => {
        store.dispatch(createEvent(...eventArguments));
        persistedFilters.write(selectFilters(store.getState()));
      };
    // Buttons call these functions with a click event, which must not become the payload.
    return {
      apply: dispatchAndPersist(filtersApplied),
      reset: dispatchAndPersist(() => filtersReset()),
      addText: dispatchAndPersist(textAdded),
      removeText: dispatchAndPersist(textRemoved),
      clearTexts: dispatchAndPersist(() => textsCleared()),
      addDiet: dispatchAndPersist(dietAdded),
      toggleTag: dispatchAndPersist(tagToggled),
      chooseTag: dispatchAndPersist(tagChosen),
      toggleLunchList: dispatchAndPersist(() => lunchListToggled()),
      showAll: dispatchAndPersist(() => allShown()),
    };
  }, [store]);
};
