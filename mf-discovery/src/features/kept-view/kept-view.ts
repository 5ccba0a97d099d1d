import { isObject, keptText } from '../../kept-text';

/** The halves of the main screen; phones show one at a time. */
export type View = 'list' | 'map';

/** Where a list stands. */
export interface ListPlace {
  /** Px from the list's top. */
  readonly scroll: number;
  /** The first card in sight by the address it leads to, and px from the screen's top: heights of cards that nobody has seen yet are guesses, and lists change. */
  readonly card: { readonly href: string; readonly top: number } | null;
}

/** Which half a phone shows, and how far down the list is. */
export interface KeptView extends ListPlace {
  readonly view: View;
}

/** S1§2: the screen starts in the list tab. */
const startView: KeptView = { view: 'list', scroll: 0, card: null };

const cardOf = (value: unknown): ListPlace['card'] =>
  isObject(value) && typeof value.href === 'string' && typeof value.top === 'number' ? { href: value.href, top: value.top } : null;

/** Reads what the page kept when it was left; the start where that was at another place, or makes no sense. */
export const parseView = (kept: string | null, path: string): KeptView => {
  try {
    const value: unknown = JSON.parse(kept ?? 'null');
    if (!isObject(value) || value.path !== path) return startView;
    const scroll = typeof value.scroll === 'number' && value.scroll > 0 ? value.scroll : 0;
    return { view: value.view === 'map' ? 'map' : 'list', scroll, card: cardOf(value.card) };
  } catch {
    // Half a text, or another version's: the start is better than no list.
    return startView;
  }
};

const kept = keptText(() => window.sessionStorage, 'mahlzeit.view');

/** Whether the diner comes back to a page that was left: by reload, Back or Forward. Who calls up the address starts anew. */
const isBack = (): boolean => performance.getEntriesByType('navigation').some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate');

/** What this tab showed when it left a path. */
export const keptView = {
  read: (path: string): KeptView => (isBack() ? parseView(kept.read(), path) : startView),
  write: (path: string, view: KeptView): void => kept.write(JSON.stringify({ path, ...view })),
};
