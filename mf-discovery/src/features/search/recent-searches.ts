import { Place } from '@mahlzeit/contract';
import { isObject, storedText } from '@mahlzeit/shared-ui/platform';
import { entryId } from './search-entries';
import type { PanelEntry, SearchEntry } from './search-entries';

/** Maximum number of recent searches. A phone shows six without scrolling. */
const MAX_RECENT = 6;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const parseNamedEntry = ({
  kind,
  key,
  name,
  routingName,
  locality,
}: Readonly<Record<string, unknown>>): SearchEntry | null => {
  if (!isText(key) || !isText(name)) return null;
  if (kind === 'tag') return { kind, key, name };
  return (kind === 'partner' || kind === 'nonPartner') && isText(routingName) && typeof locality === 'string'
    ? { kind, key, name, routingName, locality }
    : null;
};

const parseEntry = (storedValue: unknown): SearchEntry | null => {
  if (!isObject(storedValue)) return null;
  if (storedValue.kind === 'keyword')
    return isText(storedValue.text) ? { kind: 'keyword', text: storedValue.text } : null;
  if (storedValue.kind !== 'place') return parseNamedEntry(storedValue);
  const place = Place.safeParse(storedValue.place);
  return place.success ? { kind: 'place', place: place.data } : null;
};

/** Parses the recent searches that earlier visits stored. Returns an empty list for missing or invalid text. */
export const parseRecent = (text: string | null): readonly SearchEntry[] => {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(entries)
      ? entries
          .map(parseEntry)
          .filter((entry) => entry !== null)
          .slice(0, MAX_RECENT)
      : [];
  } catch {
    // The text is damaged or comes from another version of the app. The user loses only shortcuts.
    return [];
  }
};

/** Returns the recent searches without the given entry. */
export const withoutRecent = (entries: readonly SearchEntry[], entry: PanelEntry): readonly SearchEntry[] =>
  entries.filter((candidate) => entryId(candidate) !== entryId(entry));

// A dish may be gone tomorrow, so the entry stores the dish's restaurant instead. The status of a restaurant expires
// even sooner and isn't stored.
const toStoredEntry = (entry: SearchEntry): SearchEntry => {
  switch (entry.kind) {
    case 'meal':
      return { kind: 'partner', ...entry.restaurant, locality: '' };
    case 'partner':
    case 'nonPartner':
      return {
        kind: entry.kind,
        key: entry.key,
        name: entry.name,
        routingName: entry.routingName,
        locality: entry.locality,
      };
    case 'keyword':
    case 'place':
    case 'tag':
      return entry;
  }
};

const storedKinds: ReadonlySet<PanelEntry['kind']> = new Set([
  'keyword',
  'place',
  'partner',
  'nonPartner',
  'meal',
  'tag',
] satisfies SearchEntry['kind'][]);

/** Returns whether an entry is stored among the recent searches: results are stored, suggestions aren't. */
export const isStorable = (entry: PanelEntry): entry is SearchEntry => storedKinds.has(entry.kind);

/** Adds an entry at the start of the recent searches, without duplicates. */
export const withRecent = (entries: readonly SearchEntry[], entry: SearchEntry): readonly SearchEntry[] => {
  const storedEntry = toStoredEntry(entry);
  return [storedEntry, ...withoutRecent(entries, storedEntry)].slice(0, MAX_RECENT);
};

const persistedEntries = storedText(() => window.localStorage, 'mahlzeit.recentSearches');

/** Recent searches in localStorage. */
export const recentEntries = {
  read: (): readonly SearchEntry[] => parseRecent(persistedEntries.read()),
  write: (entries: readonly SearchEntry[]): boolean => persistedEntries.write(JSON.stringify(entries)),
};
