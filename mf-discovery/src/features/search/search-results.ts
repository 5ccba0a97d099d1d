import { autocompletePlaces, getPopularDishes, searchMeals, searchPartners, searchTags } from '@mahlzeit/contract';
import type { Coordinate, FoundMeal, FoundRestaurant, FoundStatus, Place, PopularDish, Tag } from '@mahlzeit/contract';
import { compareRanks, foldText, germanName, searchNeedle } from '@mahlzeit/contract/rules';
import { api, apiQuery, errorCode, skipToken, useRetryWhenBack } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';
import { useFoundNonPartnersQuery } from './search-entries';
import type { PanelEntry, SearchEntry, SearchNear, SearchSuggestion } from './search-entries';

/** Debounce of the search in ms (S1§9). */
const SEARCH_DELAY_MS = 800;

/** Normalizes a search text: trimmed and in lower case; null when it is too short (S1§5, S1§7). */
export const searchedText = (typedText: string): string | null =>
  searchNeedle(typedText) === null ? null : typedText.trim().toLocaleLowerCase('de');

/**
 * Debounces the search text. A text that is too short returns null at once; the text of a chosen entry isn't debounced.
 */
export const useDebouncedText = (
  typedText: string,
  timers: Timers,
  chosenText: string | null = null,
): string | null => {
  const text = searchedText(typedText);
  const [debounced, setDebounced] = useState<string | null>(null);
  useEffect(
    () => (text === null || text === debounced ? undefined : timers.after(SEARCH_DELAY_MS, () => setDebounced(text))),
    [text, debounced, timers],
  );
  return text !== null && (text === debounced || typedText === chosenText) ? text : null;
};

const byText = ({ text, coordinate }: SearchNear) => ({ params: { text }, query: { ...coordinate } });

/** Hooks that load popular dishes, results by name, and locations whose name starts with the text. */
const { usePopularDishesQuery, useFoundPlacesQuery, useFoundPartnersQuery, useFoundMealsQuery, useFoundTagsQuery } =
  api.injectEndpoints({
    endpoints: (build) => ({
      popularDishes: build.query<PopularDish[], Coordinate>(
        apiQuery(getPopularDishes, ({ latitude, longitude }: Coordinate) => ({ query: { latitude, longitude } })),
      ),
      foundPlaces: build.query<Place[], SearchNear>(
        apiQuery(autocompletePlaces, ({ text, coordinate }: SearchNear) => ({ query: { text, ...coordinate } })),
      ),
      foundPartners: build.query<FoundRestaurant[], SearchNear>(apiQuery(searchPartners, byText)),
      foundMeals: build.query<FoundMeal[], SearchNear>(apiQuery(searchMeals, byText)),
      foundTags: build.query<Tag[], string>(apiQuery(searchTags, (text: string) => ({ params: { text } }))),
    }),
  });

interface Query {
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly error?: unknown;
  refetch(): unknown;
}

/** Results of all searches for one text; the list of a failed search is empty. */
export interface SearchResults {
  readonly places: readonly Place[];
  readonly partners: readonly FoundRestaurant[];
  readonly nonPartners: readonly FoundRestaurant[];
  readonly meals: readonly FoundMeal[];
  readonly tags: readonly Tag[];
}

/** Current state of the searches for a text. */
export interface SearchState {
  readonly results: SearchResults;
  readonly isSearching: boolean;
  /** Whether the gateway can't be reached. Every other failure yields an empty list (S1§7). */
  readonly isOffline: boolean;
}

/** Returns whether at least one search has results. */
export const hasResults = (results: SearchResults): boolean => Object.values(results).some((list) => list.length > 0);

interface SearchRequest {
  /** Search text; null when nothing is searched. */
  readonly text: string | null;
  readonly at: Coordinate | null;
  /** Whether only locations of the gazetteer are searched, and no dishes or restaurants. */
  readonly placesOnly: boolean;
}

const isCutOff = ({ isError, error }: Query): boolean => isError && ['offline', 'timeout'].includes(errorCode(error));

/**
 * Runs all searches for a text. Each response belongs to its own text: the late response of an older text doesn't
 * replace newer results.
 */
export const useSearchResults = ({ text, at, placesOnly }: SearchRequest): SearchState => {
  const nearbyQuery = text === null ? skipToken : { text, coordinate: at };
  const byName = placesOnly ? skipToken : nearbyQuery;
  const byWord = placesOnly || text === null ? skipToken : text;
  const places = useFoundPlacesQuery(nearbyQuery);
  const partners = useFoundPartnersQuery(byName);
  const nonPartners = useFoundNonPartnersQuery(byName);
  const meals = useFoundMealsQuery(byName);
  const tags = useFoundTagsQuery(byWord);
  const queries: readonly Query[] = [places, partners, nonPartners, meals, tags];
  const isOffline = queries.some(isCutOff);
  useRetryWhenBack(isOffline, () => queries.filter(isCutOff).forEach(({ refetch }) => void refetch()));
  return {
    results: {
      places: places.currentData ?? [],
      partners: partners.currentData ?? [],
      nonPartners: nonPartners.currentData ?? [],
      meals: meals.currentData ?? [],
      tags: tags.currentData ?? [],
    },
    isSearching: queries.some(({ isFetching }) => isFetching),
    isOffline,
  };
};

const noDishes: readonly PopularDish[] = [];

/** Returns the dishes that most restaurants nearby serve today; empty without a location and after a failure. */
export const usePopular = (coordinate: Coordinate | null): readonly PopularDish[] =>
  usePopularDishesQuery(coordinate ?? skipToken).currentData ?? noDishes;

/** Maximum number of results (S1§9): three locations; five each of partners, non-partners, dishes and tags. */
const MAX_RESULTS = { places: 3, partners: 5, nonPartners: 5, meals: 5, tags: 5 } as const;

/** Group of entries in the panel, with an optional title. */
export interface SearchSection {
  readonly title:
    'SearchRecent' | 'SearchPopular' | 'SearchPlaces' | 'SearchRestaurants' | 'SearchMeals' | 'SearchTags' | null;
  readonly entries: readonly PanelEntry[];
}

/** Sort order of dishes and restaurants. What is available now always comes first. */
export type SearchSort = 'near' | 'cheap' | 'longest';

/** Fields of a result by which it is sorted. */
interface Sortable {
  readonly status: FoundStatus;
  /** Price in cents; null when it is unknown. */
  readonly cost: number | null;
}

const isAvailableNow = ({ kind }: FoundStatus): boolean => kind === 'lunch' || kind === 'open';

const weightOf = (sortOrder: SearchSort, { status, cost }: Sortable): number => {
  if (sortOrder === 'cheap') return cost ?? Infinity;
  // A status without an end sorts first, because the dish is available longest.
  return sortOrder === 'longest' ? -(status.until ?? Infinity) : 0;
};

/** Sorts results that are already sorted by distance; results of equal weight keep that order. */
const sorted = <Result extends { readonly status: FoundStatus }>(
  results: readonly Result[],
  sortOrder: SearchSort,
  costOf: (result: Result) => number | null,
): readonly Result[] => {
  if (sortOrder === 'near') return results;
  const weighedResults = results.map((result) => ({
    result,
    isLater: Number(!isAvailableNow(result.status)),
    weight: weightOf(sortOrder, { status: result.status, cost: costOf(result) }),
  }));
  return weighedResults
    .sort((a, b) => a.isLater - b.isLater || Math.sign(a.weight - b.weight) || 0)
    .map(({ result }) => result);
};

// Ads get no better rank here, because search results don't mark them as ads (Decision 1).
const inOrder = (restaurants: readonly FoundRestaurant[]): FoundRestaurant[] =>
  restaurants
    .map((restaurant) => {
      const { status, initialDistanceKm, key } = restaurant;
      const meters = initialDistanceKm === null ? Infinity : Math.round(initialDistanceKm * 1_000);
      return { restaurant, rank: { isOpen: isAvailableNow(status), isPremium: false, meters, key } };
    })
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ restaurant }) => restaurant);

const restaurantEntry =
  (kind: 'partner' | 'nonPartner') =>
  ({ key, name, routingName, address, status, initialDistanceKm, lunchPrice }: FoundRestaurant): SearchEntry => ({
    kind,
    key,
    name,
    routingName,
    locality: address.locality,
    facts: { status, initialDistanceKm, lunchPrice },
  });

const mealEntry = ({ key, name, price, unit, restaurant, status, initialDistanceKm }: FoundMeal): SearchEntry => ({
  kind: 'meal',
  key,
  name,
  price,
  unit,
  restaurant,
  status,
  initialDistanceKm,
});

const placeEntries = (places: readonly Place[]): SearchEntry[] =>
  places.slice(0, MAX_RESULTS.places).map((place) => ({ kind: 'place', place }));

// A user who types the full name of a town means the town, not a dish with the same name.
const namesPlace = (places: readonly Place[], typedText: string): boolean =>
  places.some(({ name }) => foldText(name) === foldText(typedText));

const restaurantEntries = (
  kind: 'partner' | 'nonPartner',
  restaurants: readonly FoundRestaurant[],
  sortOrder: SearchSort,
): SearchEntry[] =>
  sorted(inOrder(restaurants), sortOrder, ({ lunchPrice }) => lunchPrice)
    .slice(0, kind === 'partner' ? MAX_RESULTS.partners : MAX_RESULTS.nonPartners)
    .map(restaurantEntry(kind));

/** Divides the results into sections: dishes before restaurants, partners and non-partners in one section. */
export const resultSections = (
  { places, partners, nonPartners, meals, tags }: SearchResults,
  typedText = '',
  sortOrder: SearchSort = 'near',
): readonly SearchSection[] => {
  const towns: SearchSection = { title: 'SearchPlaces', entries: placeEntries(places) };
  const isTown = namesPlace(places, typedText);
  const sections: readonly SearchSection[] = [
    ...(isTown ? [towns] : []),
    {
      title: 'SearchMeals',
      entries: sorted(meals, sortOrder, ({ price }) => price)
        .slice(0, MAX_RESULTS.meals)
        .map(mealEntry),
    },
    {
      title: 'SearchRestaurants',
      entries: [
        ...restaurantEntries('partner', partners, sortOrder),
        ...restaurantEntries('nonPartner', nonPartners, sortOrder),
      ],
    },
    ...(isTown ? [] : [towns]),
    {
      title: 'SearchTags',
      entries: tags.slice(0, MAX_RESULTS.tags).map((tag) => ({ kind: 'tag', key: tag.key, name: germanName(tag) })),
    },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
};

/** Scope of the search: everything, or only locations. */
export type SearchScope = 'all' | 'place';

/** State from which the panel is drawn. */
export interface PanelState {
  readonly scope: SearchScope;
  readonly typedText: string;
  readonly recent: readonly SearchEntry[];
  /** Popular dishes around the user's location. */
  readonly popular: readonly PopularDish[];
  readonly results: SearchResults;
  readonly sortOrder: SearchSort;
  /** Suggestions after a finished search without results; null while results may still arrive. */
  readonly suggestions: readonly SearchSuggestion[] | null;
}

const fixedEntries: Readonly<Record<SearchScope, readonly PanelEntry[]>> = { all: [], place: [{ kind: 'locate' }] };

const recentOf = ({ scope, recent }: PanelState): readonly SearchEntry[] =>
  scope === 'all' ? recent : recent.filter(({ kind }) => kind === 'place');

const atRest = (state: PanelState): readonly SearchSection[] => {
  const recent = recentOf(state);
  const actions: readonly PanelEntry[] = recent.length > 0 && state.scope === 'all' ? [{ kind: 'forget' }] : [];
  const popular: readonly PanelEntry[] =
    state.scope === 'all' ? state.popular.map((dish) => ({ kind: 'popular', dish })) : [];
  return [
    { title: null, entries: fixedEntries[state.scope] },
    { title: 'SearchRecent', entries: recent },
    { title: null, entries: actions },
    { title: 'SearchPopular', entries: popular },
  ];
};

const whileTyping = ({ scope, typedText, results, sortOrder, suggestions }: PanelState): readonly SearchSection[] => {
  if (suggestions !== null) return [{ title: null, entries: [...fixedEntries[scope], ...suggestions] }];
  const keyword: readonly PanelEntry[] =
    scope === 'all' && searchedText(typedText) !== null ? [{ kind: 'keyword', text: typedText.trim() }] : [];
  return [
    { title: null, entries: [...fixedEntries[scope], ...keyword] },
    ...resultSections(results, typedText, sortOrder),
  ];
};

/** Returns the sections of the panel. The arrow keys move through their entries in this order. */
export const panelSections = (state: PanelState): readonly SearchSection[] =>
  (state.typedText.trim() === '' ? atRest(state) : whileTyping(state)).filter(({ entries }) => entries.length > 0);

/** Returns whether the results can be sorted: there is more than one dish or more than one restaurant. */
export const isSortable = (sections: readonly SearchSection[]): boolean =>
  sections.some(
    ({ title, entries }) => (title === 'SearchMeals' || title === 'SearchRestaurants') && entries.length > 1,
  );

/**
 * Returns the entry that Enter chooses while no entry is active: the typed text; in the search for locations, the first
 * location.
 */
export const defaultEntry = (
  entries: readonly PanelEntry[],
  { scope, typedText }: Pick<PanelState, 'scope' | 'typedText'>,
): PanelEntry | null =>
  typedText.trim() === ''
    ? null
    : (entries.find(({ kind }) => kind === (scope === 'all' ? 'keyword' : 'place')) ?? null);

/** Returns the entry after or before the active one, cyclic; the first or last entry when none is active. */
export const neighbourOf = <Entry>(
  entries: readonly Entry[],
  active: Entry | undefined,
  step: 1 | -1,
): Entry | undefined => {
  const activeIndex = active === undefined ? -1 : entries.indexOf(active);
  if (activeIndex === -1) return entries.at(step === 1 ? 0 : -1);
  return entries.at((activeIndex + step) % entries.length);
};
