import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../texts/shell-texts';
import type { DeclaredEntries } from '../remotes/page-entries';

type ScreenLabels = Pick<DeclaredEntries, 'screenLabel'>;

const titleOf = (screen: string | null): string =>
  screen === null ? text('MainTitle') : text('DocumentTitle', { screen });

/** Title of the browser tab. */
export interface PageTitle {
  /** Sets the title for a modal screen that has become visible. Returns a function that resets the title. */
  show(screenKey: string): () => void;
  /**
   * Sets the name of the visible modal screen as the title; does nothing if the screen has already closed. Returns a
   * function that removes the name.
   */
  readonly name: ShellApi['nameScreen'];
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
  let labels: ScreenLabels | null = null;

  const labelOf = (key: string | undefined): string | null =>
    key === undefined ? null : (labels?.screenLabel(key) ?? null);
  const write = (): void => {
    page.title = titleOf(visibleScreen?.names.at(-1)?.name ?? labelOf(visibleScreen?.key));
  };
  const load = async (): Promise<void> => {
    labels = await loadLabels();
    write();
  };

  write();
  return {
    show(key) {
      const own: VisibleScreen = { key, names: [] };
      visibleScreen = own;
      write();
      // Without labels the tab keeps the page's title; the next screen tries again.
      if (labels === null) void load().catch(() => undefined);
      return () => {
        if (visibleScreen !== own) return;
        visibleScreen = null;
        write();
      };
    },
    name(name) {
      const named = visibleScreen;
      const own = { name };
      if (named !== null) named.names = [...named.names, own];
      write();
      return () => {
        if (named !== null) named.names = named.names.filter((other) => other !== own);
        write();
      };
    },
  };
};
