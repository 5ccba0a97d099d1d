import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../texts/shell-texts';
import type * as ScreenLabels from './screen-labels';

type Labels = typeof ScreenLabels;

const titleOf = (screen: string | null): string =>
  screen === null ? text('MainTitle') : text('DocumentTitle', { screen });

/** What the tab is called. */
export interface PageTitle {
  /** Called when a modal screen is shown. Returns a function that ends that. */
  show(screenKey: string): () => void;
  /** The modal screen that shows says its name. Where none shows, its screen has gone already. */
  readonly name: ShellApi['nameScreen'];
}

interface Shown {
  readonly key: string;
  names: readonly { readonly name: string }[];
}

/**
 * Calls the tab after the modal screen that shows: by the name it gives itself, else by the label of its key. Labels
 * are loaded with the first screen.
 */
export const createPageTitle = (page: Pick<Document, 'title'>, loadLabels: () => Promise<Labels>): PageTitle => {
  let shown: Shown | null = null;
  let labels: Labels | null = null;

  const labelOf = (key: string | undefined): string | null =>
    key === undefined ? null : (labels?.screenLabel(key) ?? null);
  const write = (): void => {
    page.title = titleOf(shown?.names.at(-1)?.name ?? labelOf(shown?.key));
  };
  const load = async (): Promise<void> => {
    labels = await loadLabels();
    write();
  };

  write();
  return {
    show(key) {
      const own: Shown = { key, names: [] };
      shown = own;
      write();
      // Without labels the tab keeps the page's name; the next screen asks again.
      if (labels === null) void load().catch(() => undefined);
      return () => {
        if (shown !== own) return;
        shown = null;
        write();
      };
    },
    name(name) {
      const named = shown;
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
