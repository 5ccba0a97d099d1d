/** A page without the shell: a separate app, which the gateway serves at one path. */
interface SeparatePage {
  /** Folder of the page's package, relative to the repository. */
  readonly folder: string;
  /**
   * URL path of the page; its files lie below this path. `publicPath` in the package's package.json is the same with a
   * slash at the end.
   */
  readonly path: `/${string}`;
}

/**
 * Pages without the shell, by the name of their release: the restaurant's partner console, the list of all releases,
 * and the moderation of reports.
 */
export const SEPARATE_PAGES = {
  'partner-console': { folder: 'mf-ordering/partner-console', path: '/partner' },
  'release-console': { folder: 'shell/release-console', path: '/releases' },
  'moderation-console': { folder: 'mf-social/moderation-console', path: '/moderation' },
} as const satisfies Readonly<Record<string, SeparatePage>>;

/** Name of the release of a page without the shell. */
export type PageName = keyof typeof SEPARATE_PAGES;

/** Names of all pages without the shell. */
export const PAGE_NAMES: readonly PageName[] = ['partner-console', 'release-console', 'moderation-console'];

/** Returns whether a release belongs to a page without the shell. */
export const isPageName = (name: string): name is PageName => Object.hasOwn(SEPARATE_PAGES, name);
