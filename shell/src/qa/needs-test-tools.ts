import type { PageSetup } from '@mahlzeit/contract';
import { createStoredText } from '@mahlzeit/shared-ui/platform';

/** Key of a tester's settings in the tab's `sessionStorage`. */
export const TEST_SETTINGS_KEY = 'mahlzeit.qa';

/**
 * Returns whether this page loads the tools for testers: the deployment allows them, and either the URL asks for the
 * panel (`?qa`) or the page differs from the one that others get.
 */
export const needsTestTools = (
  { overrides }: Pick<PageSetup, 'overrides'>,
  browser: Pick<Window, 'location' | 'sessionStorage'>,
): boolean =>
  overrides !== null &&
  (overrides.remotes.length > 0 ||
    new URLSearchParams(browser.location.search).has('qa') ||
    createStoredText(() => browser.sessionStorage, TEST_SETTINGS_KEY).read() !== null);
