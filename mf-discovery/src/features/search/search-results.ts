import type { Coordinate, FoundMeal, Place, RestaurantSummary, Tag } from '@mahlzeit/contract';
import { searchNeedle } from '@mahlzeit/contract/rules';
import { errorCode, skipToken, useRetryWhenBack } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';
import { nameOfTag } from '../tags';
import { useFoundMealsQuery, useFoundNonPartnersQuery, useFoundPartnersQuery, useFoundPlacesQuery, useFoundTagsQuery } from './search-entries';
import type { PanelEntry, SearchEntry } from './search-entries';

/** S1§9: a search waits that long for the next key. */
const SEARCH_DELAY_MS = 800;

/** S1§5, S1§7: trimmed and in lower case; null where that is too short to search. */
export const searchedText = (typed: string): string | null => (searchNeedle(typed) === null ? null : typed.trim().toLocaleLowerCase('de'));

/** The debounced text to search for; null at once where it became too short. */
export const useDebouncedText = (typed: string, timers: Timers): string | null => {
  const text = searchedText(typed);
  const [debounced, setDebounced] = useState<string | null>(null);
  useEffect(() => (text === null || text === debounced ? undefined : timers.after(SEARCH_DELAY_MS, () => setDebounced(text))), [text, debounced, timers]);
  return text !== null && text === debounced ? debounced : null;
};

interface Query {
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly error?: unknown;
  refetch(): unknown;
}

/** What the searches of one text brought; empty where one failed. */
export interface Found {
  readonly places: readonly Place[];
  readonly partners: readonly RestaurantSummary[];
  readonly nonPartners: readonly RestaurantSummary[];
  readonly meals: readonly FoundMeal[];
  readonly tags: readonly Tag[];
}

/** What a text brought so far. */
export interface Finding {
  readonly found: Found;
  readonly isSearching: boolean;
  /** The gateway can't be reached. All other failures are empty lists (S1§7). */
  readonly isOffline: boolean;
}

interface FindRequest {
  /** null: nothing is searched. */
  readonly text: string | null;
  readonly at: Coordinate | null;
  /** Places alone. */
  readonly placesOnly: boolean;
}

const isCutOff = ({ isError, error }: Query): boolean => isError && ['offline', 'timeout'].includes(errorCode(error));

/** Everything that a text means. Each answer belongs to its text: one that comes late replaces nothing. */
export const useFound = ({ text, at, placesOnly }: FindRequest): Finding => {
  const near = text === null ? skipToken : { text, at };
  const byName = placesOnly ? skipToken : near;
  const byWord = placesOnly || text === null ? skipToken : text;
  const places = useFoundPlacesQuery(near);
  const partners = useFoundPartnersQuery(byName);
  const nonPartners = useFoundNonPartnersQuery(byName);
  const meals = useFoundMealsQuery(byWord);
  const tags = useFoundTagsQuery(byWord);
  const queries: readonly Query[] = [places, partners, nonPartners, meals, tags];
  const isOffline = queries.some(isCutOff);
  useRetryWhenBack(isOffline, () => queries.filter(isCutOff).forEach(({ refetch }) => void refetch()));
  return {
    found: {
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

/** S1§9: up to three places, five partners, five non-partners. As many dishes and tags. */
const MAX_RESULTS = { places: 3, partners: 5, nonPartners: 5, meals: 5, tags: 5 } as const;

/** Entries that belong together, under a title or without one. */
export interface SearchSection {
  readonly title: 'SearchRecent' | 'SearchPlaces' | 'SearchRestaurants' | 'SearchMeals' | 'SearchTags' | null;
  readonly entries: readonly PanelEntry[];
}

const restaurantEntry = (kind: 'partner' | 'nonPartner') => ({ key, name, routingName, address }: RestaurantSummary): SearchEntry =>
  ({ kind, key, name, routingName, locality: address.locality });

const mealEntry = ({ key, name, price, restaurant }: FoundMeal): SearchEntry => ({ kind: 'meal', key, name, price, restaurant });

const placeEntries = (places: readonly Place[]): SearchEntry[] => places.slice(0, MAX_RESULTS.places).map((place) => ({ kind: 'place', place }));

/** What was found of everything; partners and non-partners share a list. */
export const foundSections = ({ places, partners, nonPartners, meals, tags }: Found): readonly SearchSection[] => {
  const sections: readonly SearchSection[] = [
    { title: 'SearchPlaces', entries: placeEntries(places) },
    {
      title: 'SearchRestaurants',
      entries: [...partners.slice(0, MAX_RESULTS.partners).map(restaurantEntry('partner')), ...nonPartners.slice(0, MAX_RESULTS.nonPartners).map(restaurantEntry('nonPartner'))],
    },
    { title: 'SearchMeals', entries: meals.slice(0, MAX_RESULTS.meals).map(mealEntry) },
    { title: 'SearchTags', entries: tags.slice(0, MAX_RESULTS.tags).map((tag) => ({ kind: 'tag', key: tag.key, name: nameOfTag(tag) })) },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
};

/** What is searched: everything, or a place to look around. */
export type SearchScope = 'all' | 'place';

/** What the panel knows when it draws. */
export interface PanelState {
  readonly scope: SearchScope;
  readonly typed: string;
  readonly recent: readonly SearchEntry[];
  readonly found: Found;
}

const shownAlways: Readonly<Record<SearchScope, readonly PanelEntry[]>> = { all: [], place: [{ kind: 'locate' }] };

const recentOf = ({ scope, recent }: PanelState): readonly SearchEntry[] => (scope === 'all' ? recent : recent.filter(({ kind }) => kind === 'place'));

const atRest = (state: PanelState): readonly SearchSection[] => {
  const recent = recentOf(state);
  const ways: readonly PanelEntry[] = recent.length > 0 && state.scope === 'all' ? [{ kind: 'forget' }] : [];
  return [{ title: null, entries: shownAlways[state.scope] }, { title: 'SearchRecent', entries: recent }, { title: null, entries: ways }];
};

const whileTyping = ({ scope, typed, found }: PanelState): readonly SearchSection[] => {
  const keyword: readonly PanelEntry[] = scope === 'all' && searchedText(typed) !== null ? [{ kind: 'keyword', text: typed.trim() }] : [];
  return [{ title: null, entries: [...shownAlways[scope], ...keyword] }, ...foundSections(found)];
};

/** What the panel offers, in the order in which arrows walk through it. */
export const panelSections = (state: PanelState): readonly SearchSection[] =>
  (state.typed.trim() === '' ? atRest(state) : whileTyping(state)).filter(({ entries }) => entries.length > 0);

/** What Enter takes where nothing was walked to: the typed words, or the first place. */
export const defaultEntry = (entries: readonly PanelEntry[], { scope, typed }: Pick<PanelState, 'scope' | 'typed'>): PanelEntry | null =>
  typed.trim() === '' ? null : (entries.find(({ kind }) => kind === (scope === 'all' ? 'keyword' : 'place')) ?? null);

/** The neighbour of the active entry; around the ends, and from the ends where none is active. */
export const neighbourOf = <Entry>(entries: readonly Entry[], active: Entry | undefined, step: 1 | -1): Entry | undefined => {
  const at = active === undefined ? -1 : entries.indexOf(active);
  if (at === -1) return entries.at(step === 1 ? 0 : -1);
  return entries.at((at + step) % entries.length);
};
