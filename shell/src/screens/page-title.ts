import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../texts/shell-texts';
import type { DeclaredEntries } from '../remotes/page-entries';

type ScreenLabels = Pick<DeclaredEntries, 'screenLabel'>;

const titleOf = (screen: string | null): string =>
  screen === null ? text('MainTitle') : text('DocumentTitle', { screen });

/** Title of the browser tab, with functions that change the title while a modal screen is visible. */
export interface PageTitle {
  /** Sets the title for a modal screen that has become visible. Returns a function that resets the title. */
  show(screenKey: string): () => void;
  /**
   * Sets the name of the visible modal screen as the title; does nothing if the screen has already closed. Returns a
   * function that removes the name.
   */
  readonly name: ShellApi['nameScreen'];
  /** Sets a text in front of each title: `(3) ` for three unread chats. */
  setPrefix(prefix: string): void;
}

interface VisibleScreen {
  readonly key: string;
  names: readonly { readonly name: string }[];
}

/**
 * Creates the title of the browser tab. While a modal screen is visible, the title is the name that the screen has set,
 * otherwise the label of its key. The labels are loaded with the first modal screen.
 */
export const createPageTitle = (page: Pick<Document, 'title'>, loadLabels: () => Promise<ScreenLabels>): PageTitle => {
  let visibleScreen: VisibleScreen | null = null;
  let screenLabels: ScreenLabels | null = null;
  let prefix = '';

  const screenLabelOf = (key: string | undefined): string | null =>
    key === undefined ? null : (screenLabels?.screenLabel(key) ?? null);
  const writeTitle = (): void => {
    page.title = prefix + titleOf(visibleScreen?.names.at(-1)?.name ?? screenLabelOf(visibleScreen?.key));
  };
  const loadAndWrite = async (): Promise<void> => {
    screenLabels = await loadLabels();
    writeTitle();
  };

  writeTitle();
  return {
    setPrefix(nextPrefix) {
      prefix = nextPrefix;
      writeTitle();
    },
    show(key) {
      const shownScreen: VisibleScreen = { key, names: [] };
      visibleScreen = shownScreen;
      writeTitle();
      // If the labels can't be loaded, the tab keeps the page's title; the next screen tries again.
      if (screenLabels === null) void loadAndWrite().catch(() => undefined);
      return () => {
        if (visibleScreen !== shownScreen) return;
        visibleScreen = null;
        writeTitle();
      };
    },
    name(name) {
      const namedScreen = visibleScreen;
      const addedName = { name };
      if (namedScreen !== null) namedScreen.names = [...namedScreen.names, addedName];
      writeTitle();
      return () => {
        if (namedScreen !== null)
          namedScreen.names = namedScreen.names.filter((existingName) => existingName !== addedName);
        writeTitle();
      };
    },
  };
};
