import { Place } from '@mahlzeit/contract';
import { isObject, keptText } from '../../kept-text';
import type { PanelEntry, SearchEntry } from './search-entry';
import { entryId } from './search-entry';

/** As many as a phone shows without scrolling. */
const MOST = 6;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const namedEntryOf = ({ kind, key, name, routingName, locality }: Readonly<Record<string, unknown>>): SearchEntry | null => {
  if (!isText(key) || !isText(name)) return null;
  if (kind === 'tag') return { kind, key, name };
  return (kind === 'partner' || kind === 'nonPartner') && isText(routingName) && typeof locality === 'string' ? { kind, key, name, routingName, locality } : null;
};

const entryOf = (kept: unknown): SearchEntry | null => {
  if (!isObject(kept)) return null;
  if (kept.kind === 'keyword') return isText(kept.text) ? { kind: 'keyword', text: kept.text } : null;
  if (kept.kind !== 'place') return namedEntryOf(kept);
  const place = Place.safeParse(kept.place);
  return place.success ? { kind: 'place', place: place.data } : null;
};

/** Reads what earlier visits kept; nothing where they kept nothing, or nothing that makes sense. */
export const parseRecent = (kept: string | null): readonly SearchEntry[] => {
  try {
    const entries: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(entries) ? entries.map(entryOf).filter((entry) => entry !== null).slice(0, MOST) : [];
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
  const kept = lasting(entry);
  return [kept, ...withoutRecent(entries, kept)].slice(0, MOST);
};

const keptEntries = keptText(() => window.localStorage, 'mahlzeit.recentSearches');

/** What was chosen lately, kept in this browser alone. */
export const recentEntries = {
  read: (): readonly SearchEntry[] => parseRecent(keptEntries.read()),
  write: (entries: readonly SearchEntry[]): void => keptEntries.write(JSON.stringify(entries)),
};
