import { reportReleaseEvents } from '@mahlzeit/contract';
import type { ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { startOutcomeReporter } from '../remotes/outcome-reporter';
import type { PageFacts } from '../remotes/page-facts';
import type { RemoteLookup } from '../remotes/registry';
import type { RemoteLoader } from '../remotes/remote-loader';

export interface ReportOutcomesDeps {
  readonly facts: PageFacts;
  readonly loader: Pick<RemoteLoader, 'releaseOf'>;
  readonly lookup: Pick<RemoteLookup, 'byName'>;
  readonly apiClient: ShellApi['apiClient'];
  readonly timers: Timers;
  readonly browser: Pick<Window, 'addEventListener' | 'removeEventListener' | 'document' | 'location' | 'performance'>;
}

/**
 * Reports to the gateway whether the remotes in this page were loaded or have failed. Returns a function that stops the
 * reports.
 */
export const reportOutcomes = ({
  facts,
  loader,
  lookup,
  apiClient,
  timers,
  browser,
}: ReportOutcomesDeps): (() => void) => {
  if (!facts.isReported) return () => undefined;
  return startOutcomeReporter({
    facts,
    releaseOf: loader.releaseOf,
    lookup,
    fetchStartOf: (path) =>
      browser.performance.getEntriesByName(new URL(path, browser.location.origin).href)[0]?.startTime ?? null,
    // The request waits until the page has a session. With `keepalive` the browser sends the last reports even after
    // the page was closed.
    send: async (events) =>
      (await apiClient.call(reportReleaseEvents, { body: { events: [...events] }, keepalive: true })).ok,
    timers,
    browser,
    page: browser.document,
  });
};
