import { isObject, storedText } from '@mahlzeit/shared-ui/platform';

/** The halves of the main screen; phones show one at a time. */
export type View = 'list' | 'map';

/** A list's scroll position. */
export interface ScrollPosition {
  /** Px from the list's top. */
  readonly scroll: number;
  /** The first card in sight by the address it leads to, and px from the screen's top: heights of cards that nobody has seen yet are guesses, and lists change. */
  readonly card: { readonly href: string; readonly top: number } | null;
}

/** Which half a phone shows, and how far down the list is. */
export interface ViewState extends ScrollPosition {
  readonly view: View;
}

/** S1§2: the screen starts in the list tab. */
const startView: ViewState = { view: 'list', scroll: 0, card: null };

const cardOf = (value: unknown): ScrollPosition['card'] =>
  isObject(value) && typeof value.href === 'string' && typeof value.top === 'number' ? { href: value.href, top: value.top } : null;

/** Parses what the page stored when it was left; the start where that was at another place, or is not valid. */
export const parseView = (stored: string | null, path: string): ViewState => {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (!isObject(value) || value.path !== path) return startView;
    const scroll = typeof value.scroll === 'number' && value.scroll > 0 ? value.scroll : 0;
    return { view: value.view === 'map' ? 'map' : 'list', scroll, card: cardOf(value.card) };
  } catch {
    // Half a text, or of another version: the start is better than no list.
    return startView;
  }
};

const stored = storedText(() => window.sessionStorage, 'mahlzeit.view');

/** Whether the diner comes back to a page that was left: by reload, Back or Forward. Who calls up the address starts anew. */
const isBack = (): boolean => performance.getEntriesByType('navigation').some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate');

/** What this tab showed when it left a path. */
export const persistedView = {
  read: (path: string): ViewState => (isBack() ? parseView(stored.read(), path) : startView),
  write: (path: string, view: ViewState): void => stored.write(JSON.stringify({ path, ...view })),
};
