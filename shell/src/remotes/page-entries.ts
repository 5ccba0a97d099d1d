import { PageEntries } from '@mahlzeit/contract';
import type { NotificationEnd, RemoteDrawerEntry } from '@mahlzeit/contract';

/** Data of the remotes that the shell shows before it loads a remote. Of two remotes with one name the first counts. */
export interface DeclaredEntries {
  /** Returns the tab's title for a modal screen's key; null for a screen without a title. */
  screenLabel(screenKey: string): string | null;
  readonly drawer: readonly RemoteDrawerEntry[];
  /**
   * Returns the event that closes notifications of a kind. A kind that no remote declares ends once it is shown:
   * otherwise it would be announced for ever.
   */
  endOf(kind: string): NotificationEnd;
}

/** Id of the data block that the gateway inlines behind the page's content. */
const ENTRIES_ID = 'entries';

const parse = (page: Pick<Document, 'getElementById'>): PageEntries => {
  const entries = PageEntries.safeParse(JSON.parse(page.getElementById(ENTRIES_ID)?.textContent || '[]'));
  return entries.success ? entries.data : [];
};

/** Joins tables; the first value of a key counts. */
const join = <T>(tables: readonly Readonly<Record<string, T>>[]): ReadonlyMap<string, T> =>
  new Map(tables.flatMap((table) => Object.entries(table)).reverse());

/** Reads the entries of all remotes from the page. A page without readable entries has none. */
export const readPageEntries = (page: Pick<Document, 'getElementById'>): DeclaredEntries => {
  const entries = parse(page);
  const titles = join(entries.map((remote) => remote.titles));
  const ends = join(entries.map(({ notifications }) => notifications));
  const drawer = entries.flatMap((remote) => remote.drawer);
  return {
    screenLabel: (key) => titles.get(key) ?? null,
    drawer: drawer.filter(({ screen }, at) => drawer.findIndex((other) => other.screen === screen) === at),
    endOf: (kind) => ends.get(kind) ?? 'shown',
  };
};
