import { PageEntries } from '@mahlzeit/contract';
import type { NotificationEnd, RemoteDrawerEntry } from '@mahlzeit/contract';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';

/**
 * Data that the remotes declare and that the shell shows before it loads a remote. If two remotes declare the same
 * name, the first one is used.
 */
export interface DeclaredEntries {
  /** Returns the tab's title for a modal screen's key; null for a screen without a title. */
  screenLabel(screenKey: string): string | null;
  readonly drawer: readonly RemoteDrawerEntry[];
  /**
   * Returns the event that closes notifications of a kind. A notification whose kind no remote declares is closed once
   * it was shown; otherwise it would be announced again and again.
   */
  endOf(kind: string): NotificationEnd;
  /** Returns whether notifications must wait while this screen is visible. */
  isQuiet(address: ScreenAddress): boolean;
}

/** Id of the data element with the remotes' entries, which the gateway adds after the page's content. */
const ENTRIES_ELEMENT_ID = 'entries';

const parsePageEntries = (page: Pick<Document, 'getElementById'>): PageEntries => {
  const parseResult = PageEntries.safeParse(JSON.parse(page.getElementById(ENTRIES_ELEMENT_ID)?.textContent || '[]'));
  return parseResult.success ? parseResult.data : [];
};

/** Merges tables into one map; if several tables have a key, the value of the first table is used. */
const mergeTables = <T>(tables: readonly Readonly<Record<string, T>>[]): ReadonlyMap<string, T> =>
  new Map(tables.flatMap((entryTable) => Object.entries(entryTable)).reverse());

/**
 * Reads the entries of all remotes from the page. If their data element is missing or invalid, there are no entries.
 */
export const readPageEntries = (page: Pick<Document, 'getElementById'>): DeclaredEntries => {
  const pageEntries = parsePageEntries(page);
  const titleByScreenKey = mergeTables(pageEntries.map((remote) => remote.titles));
  const closingEventByKind = mergeTables(pageEntries.map(({ notifications }) => notifications));
  const quietAddresses = pageEntries.flatMap(({ quiet = [] }) => quiet.map((address) => address.split('/')));
  const drawer = pageEntries.flatMap((remote) => remote.drawer);
  return {
    screenLabel: (key) => titleByScreenKey.get(key) ?? null,
    drawer: drawer.filter(
      ({ screen }, entryIndex) => drawer.findIndex((otherEntry) => otherEntry.screen === screen) === entryIndex,
    ),
    endOf: (kind) => closingEventByKind.get(kind) ?? 'shown',
    isQuiet: ({ key, params }) =>
      quietAddresses.some((quietParts) =>
        quietParts.every((part, index) => part === '*' || part === [key, ...params][index]),
      ),
  };
};
