import type { Timers } from '@mahlzeit/shared-ui/platform';
import { readScreenScripts } from '../../remotes/screen-scripts';
import { pageScripts } from '../../script-guard';
import { fetchLikelyScreens } from './likely-screens';
import { watchLinkIntent } from './link-intent';
import { createScreenPrefetch } from './screen-prefetch';
import type { ScreenPrefetchDeps } from './screen-prefetch';

type LikelyScreensDeps = Parameters<typeof fetchLikelyScreens>[0];

/** Services of the shell that the prefetch of screens needs. */
export interface PrefetchDeps
  extends Pick<ScreenPrefetchDeps, 'shell' | 'loader' | 'lookup'>, Pick<LikelyScreensDeps, 'drawer' | 'router'> {
  readonly browser: LikelyScreensDeps['browser'] & Pick<Window, 'navigator' | 'document'>;
  readonly timers: Timers;
}

/**
 * Loads screens before they are opened (ADR 73): their scripts when the page is quiet and links to them, and everything
 * else when a user is about to open them. Returns a function that stops it.
 */
export const prefetchScreens = ({ browser, ...deps }: PrefetchDeps): (() => void) => {
  const { document: page, navigator } = browser;
  const prefetch = createScreenPrefetch({
    ...deps,
    navigator,
    scripts: readScreenScripts(page),
    fetchScript: async (path) => (await pageScripts()).prefetch(path),
  });
  const stopFunctions = [
    watchLinkIntent({ ...deps, page, prefetch }),
    fetchLikelyScreens({ ...deps, page, browser, prefetch }),
  ];
  return () => stopFunctions.forEach((stop) => stop());
};
