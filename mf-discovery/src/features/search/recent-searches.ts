import { Place } from '@mahlzeit/contract';
import { isObject, createStoredText } from '@mahlzeit/shared-ui/platform';
import { panelEntryId } from './search-entries';
import type { PanelEntry, SearchEntry } from './search-entries';

/** Maximum number of recent searches. A phone shows six without scrolling. */
const MAX_RECENT_SEARCHES = 6;

const isNonEmptyText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const parseNamedSearchEntry = ({
  kind,
  key,
  name,
  routingName,
  locality,
}: Readonly<Record<string, unknown>>): SearchEntry | null => {
  if (!isNonEmptyText(key) || !isNonEmptyText(name)) return null;
  if (kind === 'tag') return { kind, key, name };
  return (kind === 'partner' || kind === 'nonPartner') && isNonEmptyText(routingName) && typeof locality === 'string'
    ? { kind, key, name, routingName, locality }
    : null;
};

const parseSearchEntry = (storedValue: unknown): SearchEntry | null => {
  if (!isObject(storedValue)) return null;
  if (storedValue.kind === 'keyword')
    return isNonEmptyText(storedValue.text) ? { kind: 'keyword', text: storedValue.text } : null;
  if (storedValue.kind !== 'place') return parseNamedSearchEntry(storedValue);
  const placeResult = Place.safeParse(storedValue.place);
  return placeResult.success ? { kind: 'place', place: placeResult.data } : null;
};

/** Parses the recent searches that earlier visits stored. Returns an empty list for missing or invalid text. */
export const parseRecentEntries = (recentText: string | null): readonly SearchEntry[] => {
  try {
    const parsedEntries: unknown = JSON.parse(recentText ?? '[]');
    return Array.isArray(parsedEntries)
      ? parsedEntries
          .map(parseSearchEntry)
          .filter((searchEntry) => searchEntry !== null)
          .slice(0, MAX_RECENT_SEARCHES)
      : [];
  } catch {
    // The stored text isn't valid, or another version of the app wrote it. An empty list is enough, because the user
    // loses only shortcuts.
    return [];
  }
};

/** Returns the recent searches without the given entry. */
export const removeRecentEntry = (
  searchEntries: readonly SearchEntry[],
  panelEntry: PanelEntry,
): readonly SearchEntry[] =>
  searchEntries.filter((recentEntry) => panelEntryId(recentEntry) !== panelEntryId(panelEntry));

// Returns a search result in the form in which it is stored. A dish may be gone tomorrow, so its restaurant is stored
// instead. The status of a restaurant expires even sooner and isn't stored.
const toStoredEntry = (searchEntry: SearchEntry): SearchEntry => {
  switch (searchEntry.kind) {
    case 'meal':
      return { kind: 'partner', ...searchEntry.restaurant, locality: '' };
    case 'partner':
    case 'nonPartner':
      return {
        kind: searchEntry.kind,
        key: searchEntry.key,
        name: searchEntry.name,
        routingName: searchEntry.routingName,
        locality: searchEntry.locality,
      };
    case 'keyword':
    case 'place':
    case 'tag':
      return searchEntry;
  }
};

const storableKinds: ReadonlySet<PanelEntry['kind']> = new Set([
  'keyword',
  'place',
  'partner',
  'nonPartner',
  'meal',
  'tag',
] satisfies SearchEntry['kind'][]);

/** Returns whether an entry is stored among the recent searches: results are stored, suggestions aren't. */
export const isStorableEntry = (panelEntry: PanelEntry): panelEntry is SearchEntry =>
  storableKinds.has(panelEntry.kind);

/** Adds an entry at the start of the recent searches, without duplicates. */
export const addRecentEntry = (
  searchEntries: readonly SearchEntry[],
  searchEntry: SearchEntry,
): readonly SearchEntry[] => {
  const storedEntry = toStoredEntry(searchEntry);
  return [storedEntry, ...removeRecentEntry(searchEntries, storedEntry)].slice(0, MAX_RECENT_SEARCHES);
};

const persistedEntries = createStoredText(() => window.localStorage, 'mahlzeit.recentSearches');

/** Reads and writes the recent searches in localStorage, so that they survive the visit. */
export const recentEntriesStorage = {
  read: (): readonly SearchEntry[] => parseRecentEntries(persistedEntries.read()),
  write: (searchEntries: readonly SearchEntry[]): boolean => persistedEntries.write(JSON.stringify(searchEntries)),
};
