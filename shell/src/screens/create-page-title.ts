import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../shell-texts';
import { titleOf } from './screen-title';

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

/** Calls the tab after the modal screen that shows: by the name it gives itself, else by the label of its key. */
export const createPageTitle = (page: Pick<Document, 'title'>): PageTitle => {
  let shown: Shown | null = null;

  const write = (): void => {
    const given = shown?.names.at(-1);
    page.title = given === undefined ? titleOf(shown?.key ?? null) : text('DocumentTitle', { screen: given.name });
  };

  write();
  return {
    show(key) {
      const own: Shown = { key, names: [] };
      shown = own;
      write();
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
