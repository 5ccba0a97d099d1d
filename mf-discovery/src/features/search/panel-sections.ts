import { foundSections } from './found-entries';
import type { Found } from './found-entries';
import type { PanelEntry, SearchEntry, SearchSection } from './search-entry';
import { searchedText } from './settled-text';

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
