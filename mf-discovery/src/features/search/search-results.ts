import { autocompletePlaces, getPopularDishes, searchMeals, searchPartners, searchTags } from '@mahlzeit/contract';
import type { Coordinate, FoundMeal, FoundRestaurant, FoundStatus, Place, PopularDish, Tag } from '@mahlzeit/contract';
import { compareRanks, foldText, foundRank, germanName, isFoundOpen, searchNeedle } from '@mahlzeit/contract/rules';
import { api, apiQuery, errorCode, skipToken, useRetryOnline } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';
import { useFoundNonPartnersQuery } from './search-entries';
import type { PanelEntry, SearchEntry, NearbySearch, SearchSuggestion } from './search-entries';

/** Pause in typing (debounce) in ms after which the search starts (S1§9). */
const SEARCH_DELAY_MS = 800;

/** Normalizes a search text: trimmed and in lower case; null when it is too short (S1§5, S1§7). */
export const normalizeSearchText = (typedText: string): string | null =>
  searchNeedle(typedText) === null ? null : typedText.trim().toLocaleLowerCase('de');

/**
 * Returns the search text after the user has paused typing. A text that is too short returns null at once; the text of
 * a chosen entry is returned at once.
 */
export const useDebouncedText = (
  typedText: string,
  timers: Timers,
  chosenText: string | null = null,
): string | null => {
  const text = normalizeSearchText(typedText);
  const [debouncedText, setDebouncedText] = useState<string | null>(null);
  useEffect(
    () =>
      text === null || text === debouncedText ? undefined : timers.after(SEARCH_DELAY_MS, () => setDebouncedText(text)),
    [text, debouncedText, timers],
  );
  return text !== null && (text === debouncedText || typedText === chosenText) ? text : null;
};

const toTextRequest = ({ text, coordinate }: NearbySearch) => ({ params: { text }, query: { ...coordinate } });

/** Hooks that load popular dishes, results by name, and locations whose name starts with the text. */
const { usePopularDishesQuery, useFoundPlacesQuery, useFoundPartnersQuery, useFoundMealsQuery, useFoundTagsQuery } =
  api.injectEndpoints({
    endpoints: (build) => ({
      popularDishes: build.query<PopularDish[], Coordinate>(
        apiQuery(getPopularDishes, ({ latitude, longitude }: Coordinate) => ({ query: { latitude, longitude } })),
      ),
      foundPlaces: build.query<Place[], NearbySearch>(
        apiQuery(autocompletePlaces, ({ text, coordinate }: NearbySearch) => ({ query: { text, ...coordinate } })),
      ),
      foundPartners: build.query<FoundRestaurant[], NearbySearch>(apiQuery(searchPartners, toTextRequest)),
      foundMeals: build.query<FoundMeal[], NearbySearch>(apiQuery(searchMeals, toTextRequest)),
      foundTags: build.query<Tag[], string>(apiQuery(searchTags, (text: string) => ({ params: { text } }))),
    }),
  });

interface SearchQueryState {
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

/** Results that have arrived up to now for one text, and whether more are still loading. */
export interface SearchState {
  readonly results: SearchResults;
  readonly isSearching: boolean;
  /** Whether the gateway can't be reached. Every other failure yields an empty list (S1§7). */
  readonly isOffline: boolean;
}

/** Returns whether at least one of the five lists of search results has an entry. */
export const hasResults = (results: SearchResults): boolean =>
  Object.values(results).some((resultList) => resultList.length > 0);

interface SearchRequest {
  /** Search text; null when nothing is searched. */
  readonly text: string | null;
  readonly coordinate: Coordinate | null;
  /** Whether the search covers only locations of the gazetteer, and no dishes or restaurants. */
  readonly placesOnly: boolean;
}

const isGatewayUnreachable = ({ isError, error }: SearchQueryState): boolean =>
  isError && ['offline', 'timeout'].includes(errorCode(error));

/**
 * Runs all searches for a text. Each response belongs to its own text: the late response of an older text doesn't
 * replace newer results.
 */
export const useSearchResults = ({ text, coordinate, placesOnly }: SearchRequest): SearchState => {
  const nearbyQuery = text === null ? skipToken : { text, coordinate };
  const nameQuery = placesOnly ? skipToken : nearbyQuery;
  const wordQuery = placesOnly || text === null ? skipToken : text;
  const places = useFoundPlacesQuery(nearbyQuery);
  const partners = useFoundPartnersQuery(nameQuery);
  const nonPartners = useFoundNonPartnersQuery(nameQuery);
  const meals = useFoundMealsQuery(nameQuery);
  const tags = useFoundTagsQuery(wordQuery);
  const searchQueries: readonly SearchQueryState[] = [places, partners, nonPartners, meals, tags];
  const isOffline = searchQueries.some(isGatewayUnreachable);
  useRetryOnline(isOffline, () => searchQueries.filter(isGatewayUnreachable).forEach(({ refetch }) => void refetch()));
  return {
    results: {
      places: places.currentData ?? [],
      partners: partners.currentData ?? [],
      nonPartners: nonPartners.currentData ?? [],
      meals: meals.currentData ?? [],
      tags: tags.currentData ?? [],
    },
    isSearching: searchQueries.some(({ isFetching }) => isFetching),
    isOffline,
  };
};

const noDishes: readonly PopularDish[] = [];

/** Returns the dishes that most restaurants nearby serve today; empty without a location and after a failure. */
export const usePopularDishes = (coordinate: Coordinate | null): readonly PopularDish[] =>
  usePopularDishesQuery(coordinate ?? skipToken).currentData ?? noDishes;

/** Maximum number of search results (S1§9): three locations; five each of partners, non-partners, dishes and tags. */
const MAX_RESULTS_BY_SECTION = { places: 3, partners: 5, nonPartners: 5, meals: 5, tags: 5 } as const;

/** Group of entries in the search panel, with an optional title. */
export interface SearchSection {
  readonly title:
    'SearchRecent' | 'SearchPopular' | 'SearchPlaces' | 'SearchRestaurants' | 'SearchMeals' | 'SearchTags' | null;
  readonly entries: readonly PanelEntry[];
}

/** Sort order of dishes and restaurants. What is available now always comes first. */
export type SearchSortOrder = 'near' | 'cheap' | 'longest';

/** Fields of a result by which it is sorted. */
interface SortableResult {
  readonly status: FoundStatus;
  /** Price in cents; null when it is unknown. */
  readonly price: number | null;
}

const sortWeightOfResult = (sortOrder: SearchSortOrder, { status, price }: SortableResult): number => {
  if (sortOrder === 'cheap') return price ?? Infinity;
  // A status without an end sorts first, because the dish is available the longest.
  return sortOrder === 'longest' ? -(status.until ?? Infinity) : 0;
};

/** Sorts results that are already sorted by distance; results of equal weight keep that order. */
const sortResults = <Result extends { readonly status: FoundStatus }>(
  results: readonly Result[],
  sortOrder: SearchSortOrder,
  priceOfResult: (result: Result) => number | null,
): readonly Result[] => {
  if (sortOrder === 'near') return results;
  const weightedResults = results.map((result) => ({
    result,
    isLater: Number(!isFoundOpen(result.status)),
    weight: sortWeightOfResult(sortOrder, { status: result.status, price: priceOfResult(result) }),
  }));
  return weightedResults
    .sort((a, b) => a.isLater - b.isLater || Math.sign(a.weight - b.weight) || 0)
    .map(({ result }) => result);
};

const sortByRank = (restaurants: readonly FoundRestaurant[]): FoundRestaurant[] =>
  restaurants
    .map((restaurant) => {
      const { status, initialDistanceKm, key } = restaurant;
      return {
        restaurant,
        rank: foundRank({ status, meters: initialDistanceKm === null ? null : initialDistanceKm * 1_000, key }),
      };
    })
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ restaurant }) => restaurant);

const restaurantEntry =
  (partnerKind: 'partner' | 'nonPartner') =>
  ({ key, name, routingName, address, status, initialDistanceKm, lunchPrice }: FoundRestaurant): SearchEntry => ({
    kind: partnerKind,
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

const placeEntriesOf = (places: readonly Place[]): SearchEntry[] =>
  places.slice(0, MAX_RESULTS_BY_SECTION.places).map((place) => ({ kind: 'place', place }));

const POSTCODE_PATTERN = /^\s*(?:(?:d|de|a|at|ch)[\s-]+)?\d{4,5}(?:[\s,]|$)/iu;

// Returns whether the user typed the full name of a town, or a postcode: they then mean the location, not a dish with
// the same name.
const isPlaceName = (places: readonly Place[], typedText: string): boolean =>
  places.length > 0 &&
  (POSTCODE_PATTERN.test(typedText) || places.some(({ name }) => foldText(name) === foldText(typedText)));

const restaurantEntries = (
  kind: 'partner' | 'nonPartner',
  restaurants: readonly FoundRestaurant[],
  sortOrder: SearchSortOrder,
): SearchEntry[] =>
  sortResults(sortByRank(restaurants), sortOrder, ({ lunchPrice }) => lunchPrice)
    .slice(0, kind === 'partner' ? MAX_RESULTS_BY_SECTION.partners : MAX_RESULTS_BY_SECTION.nonPartners)
    .map(restaurantEntry(kind));

/** Divides the results into sections: dishes before restaurants, partners and non-partners in one section. */
export const resultSectionsOf = (
  { places, partners, nonPartners, meals, tags }: SearchResults,
  typedText = '',
  sortOrder: SearchSortOrder = 'near',
): readonly SearchSection[] => {
  const townSection: SearchSection = { title: 'SearchPlaces', entries: placeEntriesOf(places) };
  const isTownName = isPlaceName(places, typedText);
  const orderedSections: readonly SearchSection[] = [
    ...(isTownName ? [townSection] : []),
    {
      title: 'SearchMeals',
      entries: sortResults(meals, sortOrder, ({ price }) => price)
        .slice(0, MAX_RESULTS_BY_SECTION.meals)
        .map(mealEntry),
    },
    {
      title: 'SearchRestaurants',
      entries: [
        ...restaurantEntries('partner', partners, sortOrder),
        ...restaurantEntries('nonPartner', nonPartners, sortOrder),
      ],
    },
    ...(isTownName ? [] : [townSection]),
    {
      title: 'SearchTags',
      entries: tags
        .slice(0, MAX_RESULTS_BY_SECTION.tags)
        .map((tag) => ({ kind: 'tag', key: tag.key, name: germanName(tag) })),
    },
  ];
  return orderedSections.filter(({ entries }) => entries.length > 0);
};

/** Scope of the search: everything, or only locations. */
export type SearchScope = 'all' | 'place';

/** State of a search from which `panelSectionsOf` builds the sections of the search panel. */
export interface PanelState {
  readonly scope: SearchScope;
  readonly typedText: string;
  readonly recent: readonly SearchEntry[];
  /** Popular dishes around the user's location. */
  readonly popular: readonly PopularDish[];
  readonly results: SearchResults;
  readonly sortOrder: SearchSortOrder;
  /** Suggestions after a finished search without results; null while results may still arrive. */
  readonly suggestions: readonly SearchSuggestion[] | null;
}

const FIXED_ENTRIES_BY_SCOPE: Readonly<Record<SearchScope, readonly PanelEntry[]>> = {
  all: [],
  place: [{ kind: 'locate' }],
};

const recentEntriesOf = ({ scope, recent }: PanelState): readonly SearchEntry[] =>
  scope === 'all' ? recent : recent.filter(({ kind }) => kind === 'place');

const sectionsBeforeTyping = (panelState: PanelState): readonly SearchSection[] => {
  const recentEntries = recentEntriesOf(panelState);
  const actionEntries: readonly PanelEntry[] =
    recentEntries.length > 0 && panelState.scope === 'all' ? [{ kind: 'forget' }] : [];
  const popularEntries: readonly PanelEntry[] =
    panelState.scope === 'all' ? panelState.popular.map((dish) => ({ kind: 'popular', dish })) : [];
  return [
    { title: null, entries: FIXED_ENTRIES_BY_SCOPE[panelState.scope] },
    { title: 'SearchRecent', entries: recentEntries },
    { title: null, entries: actionEntries },
    { title: 'SearchPopular', entries: popularEntries },
  ];
};

const sectionsWhileTyping = ({
  scope,
  typedText,
  results,
  sortOrder,
  suggestions,
}: PanelState): readonly SearchSection[] => {
  if (suggestions !== null) return [{ title: null, entries: [...FIXED_ENTRIES_BY_SCOPE[scope], ...suggestions] }];
  const keywordEntries: readonly PanelEntry[] =
    scope === 'all' && normalizeSearchText(typedText) !== null ? [{ kind: 'keyword', text: typedText.trim() }] : [];
  return [
    { title: null, entries: [...FIXED_ENTRIES_BY_SCOPE[scope], ...keywordEntries] },
    ...resultSectionsOf(results, typedText, sortOrder),
  ];
};

/** Returns the sections of the search panel. The arrow keys move through their entries in this order. */
export const panelSectionsOf = (panelState: PanelState): readonly SearchSection[] =>
  (panelState.typedText.trim() === '' ? sectionsBeforeTyping(panelState) : sectionsWhileTyping(panelState)).filter(
    ({ entries }) => entries.length > 0,
  );

/** Returns whether the results can be sorted: there is more than one dish or more than one restaurant. */
export const areSectionsSortable = (sections: readonly SearchSection[]): boolean =>
  sections.some(
    ({ title, entries }) => (title === 'SearchMeals' || title === 'SearchRestaurants') && entries.length > 1,
  );

/**
 * Returns the entry that Enter chooses while no entry is active: the typed text; in the search for locations and for a
 * postcode, the first location.
 */
export const defaultPanelEntry = (
  entries: readonly PanelEntry[],
  { scope, typedText }: Pick<PanelState, 'scope' | 'typedText'>,
): PanelEntry | null => {
  if (typedText.trim() === '') return null;
  const firstPlace = entries.find(({ kind }) => kind === 'place') ?? null;
  if (scope === 'place') return firstPlace;
  const keyword = entries.find(({ kind }) => kind === 'keyword') ?? null;
  return POSTCODE_PATTERN.test(typedText) ? (firstPlace ?? keyword) : keyword;
};

/**
 * Returns the entry after or before the active one; after the last one follows the first. If none is active, returns
 * the first or the last entry.
 */
export const neighbouringEntryOf = <Entry>(
  entries: readonly Entry[],
  activeEntry: Entry | undefined,
  indexStep: 1 | -1,
): Entry | undefined => {
  const activeIndex = activeEntry === undefined ? -1 : entries.indexOf(activeEntry);
  if (activeIndex === -1) return entries.at(indexStep === 1 ? 0 : -1);
  return entries.at((activeIndex + indexStep) % entries.length);
};
