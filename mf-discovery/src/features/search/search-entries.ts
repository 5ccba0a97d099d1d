import { autocompletePlaces, Place, searchMeals, searchNonPartners, searchPartners, searchTags } from '@mahlzeit/contract';
import type { Coordinate, FoundMeal, RestaurantSummary, Tag } from '@mahlzeit/contract';
import { api, apiQuery, isObject, storedText } from '@mahlzeit/shared-ui/platform';

/** S1§3: what a search finds. */
export type SearchEntry =
  | { readonly kind: 'keyword'; readonly text: string }
  | { readonly kind: 'place'; readonly place: Place }
  | (Pick<RestaurantSummary, 'key' | 'name' | 'routingName'> & { readonly kind: 'partner' | 'nonPartner'; readonly locality: string })
  | (Pick<FoundMeal, 'key' | 'name' | 'price' | 'restaurant'> & { readonly kind: 'meal' })
  | { readonly kind: 'tag'; readonly key: string; readonly name: string };

/** What the panel offers: beside what is found, the own position and forgetting what was searched. */
export type PanelEntry = SearchEntry | { readonly kind: 'locate' | 'forget' };

/** Tells entries apart. */
export const entryId = (entry: PanelEntry): string => {
  switch (entry.kind) {
    case 'keyword': return `keyword/${entry.text}`;
    case 'place': return `place/${entry.place.placeId}`;
    case 'locate':
    case 'forget': return entry.kind;
    case 'partner':
    case 'nonPartner': return `restaurant/${entry.key}`;
    case 'meal':
    case 'tag': return `${entry.kind}/${entry.key}`;
  }
};

/** As many as a phone shows without scrolling. */
const MAX_RECENT = 6;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const namedEntryOf = ({ kind, key, name, routingName, locality }: Readonly<Record<string, unknown>>): SearchEntry | null => {
  if (!isText(key) || !isText(name)) return null;
  if (kind === 'tag') return { kind, key, name };
  return (kind === 'partner' || kind === 'nonPartner') && isText(routingName) && typeof locality === 'string' ? { kind, key, name, routingName, locality } : null;
};

const entryOf = (stored: unknown): SearchEntry | null => {
  if (!isObject(stored)) return null;
  if (stored.kind === 'keyword') return isText(stored.text) ? { kind: 'keyword', text: stored.text } : null;
  if (stored.kind !== 'place') return namedEntryOf(stored);
  const place = Place.safeParse(stored.place);
  return place.success ? { kind: 'place', place: place.data } : null;
};

/** Parses what earlier visits stored; nothing where that is nothing, or nothing valid. */
export const parseRecent = (stored: string | null): readonly SearchEntry[] => {
  try {
    const entries: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(entries) ? entries.map(entryOf).filter((entry) => entry !== null).slice(0, MAX_RECENT) : [];
  } catch {
    // Half a text, or another version's: nothing is lost but a shortcut.
    return [];
  }
};

/** All but one. */
export const withoutRecent = (entries: readonly SearchEntry[], entry: PanelEntry): readonly SearchEntry[] =>
  entries.filter((one) => entryId(one) !== entryId(entry));

// A dish is gone tomorrow: what stays is where it was.
const lasting = (entry: SearchEntry): SearchEntry => (entry.kind === 'meal' ? { kind: 'partner', ...entry.restaurant, locality: '' } : entry);

/** The newest first, each once. */
export const withRecent = (entries: readonly SearchEntry[], entry: SearchEntry): readonly SearchEntry[] => {
  const stored = lasting(entry);
  return [stored, ...withoutRecent(entries, stored)].slice(0, MAX_RECENT);
};

const persistedEntries = storedText(() => window.localStorage, 'mahlzeit.recentSearches');

/** What was chosen lately, in localStorage. */
export const recentEntries = {
  read: (): readonly SearchEntry[] => parseRecent(persistedEntries.read()),
  write: (entries: readonly SearchEntry[]): boolean => persistedEntries.write(JSON.stringify(entries)),
};

/** A text of at least three characters, and where the person looks around. */
interface SearchNear {
  readonly text: string;
  readonly at: Coordinate | null;
}

const named = ({ text, at }: SearchNear) => ({ params: { text }, query: { ...at } });

/** The searches by name, and places by the beginning of theirs. */
export const { useFoundPlacesQuery, useFoundPartnersQuery, useFoundNonPartnersQuery, useFoundMealsQuery, useFoundTagsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    foundPlaces: build.query<Place[], SearchNear>(apiQuery(autocompletePlaces, ({ text, at }: SearchNear) => ({ query: { text, ...at } }))),
    foundPartners: build.query<RestaurantSummary[], SearchNear>(apiQuery(searchPartners, named)),
    foundNonPartners: build.query<RestaurantSummary[], SearchNear>(apiQuery(searchNonPartners, named)),
    foundMeals: build.query<FoundMeal[], string>(apiQuery(searchMeals, (text: string) => ({ params: { text } }))),
    foundTags: build.query<Tag[], string>(apiQuery(searchTags, (text: string) => ({ params: { text } }))),
  }),
});
