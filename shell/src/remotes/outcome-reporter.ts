import { MAX_RELEASE_EVENTS, MAX_REPORTED_LOAD_MS, ReleasePhase } from '@mahlzeit/contract';
import type { ReleaseEvent, RemoteName } from '@mahlzeit/contract';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import type { PageFact, PageFacts } from './page-facts';
import type { RemoteLookup } from './registry';
import type { ReleaseId } from './remote-loader';

/** Part of `window` that fires events for uncaught errors and for the end of the page. */
type ReporterWindow = Pick<Window, 'addEventListener' | 'removeEventListener'>;

interface OutcomeReporterDeps {
  readonly facts: Pick<PageFacts, 'listen'>;
  /** Returns the release of a remote that this page loads. */
  releaseOf(remote: RemoteName): ReleaseId;
  readonly lookup: Pick<RemoteLookup, 'byName'>;
  /** Returns the time at which the browser began to fetch a script, in milliseconds since the page was opened. */
  fetchStartOf(path: string): number | null;
  /** Sends a batch of reports, also while the page is being closed. Resolves with false if the batch didn't arrive. */
  send(events: readonly ReleaseEvent[]): Promise<boolean>;
  readonly timers: Timers;
  readonly browser: ReporterWindow;
  readonly page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
}

/**
 * Reasons of failed loads that the release itself has caused: it throws an error, it is built for another shell, or the
 * gateway doesn't have the file or has another content. A page that is offline or has a slow line says nothing about a
 * release.
 */
const FAULTS: ReadonlySet<string> = new Set(['broken', 'incompatible', 'missing', 'mismatch']);

/**
 * Delay in ms before a batch of reports is sent. A failure is urgent; reports about successful loads can wait for more
 * events.
 */
const DELAY_MS: Readonly<Record<ReleaseEvent['kind'], number>> = { failed: 5_000, loaded: 30_000 };

const REMOTE_URL = /\/remotes\/(mf-[a-z0-9-]+)\//;

/** Returns the remote whose script has thrown an uncaught error; null for a script of the shell or an extension. */
const remoteOfError = ({ filename, error }: { readonly filename?: string; readonly error?: unknown }) => {
  const [firstUrl = ''] = (error instanceof Error ? (error.stack ?? '') : '').match(/https?:\/\/[^\s)]+/) ?? [];
  return REMOTE_URL.exec(filename === undefined || filename === '' ? firstUrl : filename)?.[1] ?? null;
};

/**
 * Reports to the gateway which releases of remotes were loaded in this page, and in which phases they have failed. Each
 * is reported once, in small batches without personal data. The first batch follows some seconds after the start, later
 * ones after further events and when the page is hidden. Returns a function that stops the reports.
 */
export const startOutcomeReporter = ({
  facts,
  releaseOf,
  lookup,
  fetchStartOf,
  send,
  timers,
  browser,
  page,
}: OutcomeReporterDeps): (() => void) => {
  const knownEvents = new Set<string>();
  let unsentEvents: readonly ReleaseEvent[] = [];
  let scheduled: { readonly delayMs: number; readonly stop: () => void } | null = null;
  // Whether the next batch is the first one, which contains the events of the page's start.
  let isFirstBatch = true;

  const sendUnsent = async (): Promise<void> => {
    scheduled?.stop();
    scheduled = null;
    isFirstBatch = false;
    const eventBatch = unsentEvents.slice(0, MAX_RELEASE_EVENTS);
    unsentEvents = unsentEvents.slice(MAX_RELEASE_EVENTS);
    // The events of a batch that didn't arrive are sent with the next one; the gateway counts each visitor only once.
    if (eventBatch.length > 0 && !(await send(eventBatch))) unsentEvents = [...eventBatch, ...unsentEvents];
  };

  const scheduleReport = (kind: ReleaseEvent['kind']): void => {
    const delayMs = isFirstBatch ? DELAY_MS.failed : DELAY_MS[kind];
    if (scheduled !== null && scheduled.delayMs <= delayMs) return;
    scheduled?.stop();
    scheduled = { delayMs, stop: timers.after(delayMs, () => void sendUnsent()) };
  };

  const add = ({ remote, version }: ReleaseId, outcome: Pick<ReleaseEvent, 'kind' | 'phase' | 'ms'>): void => {
    if (version === null) return;
    const id = [remote, version, outcome.kind, outcome.phase].join(' ');
    if (knownEvents.has(id)) return;
    knownEvents.add(id);
    unsentEvents = [...unsentEvents, { name: remote, version, ...outcome }];
    scheduleReport(outcome.kind);
  };

  const addFailure = (release: ReleaseId, phase: unknown): void => {
    const knownPhase = ReleasePhase.safeParse(phase);
    if (knownPhase.success) add(release, { kind: 'failed', phase: knownPhase.data });
  };

  const addLoad = (release: ReleaseId, at: number): void => {
    const pageRelease = lookup.byName(release.remote);
    // The page's registry doesn't name the entry script of a release that was loaded later, so the start of its request
    // is unknown.
    const start = pageRelease?.version === release.version ? fetchStartOf(pageRelease.entry) : null;
    const ms = start === null ? null : Math.round(Math.min(Math.max(at - start, 0), MAX_REPORTED_LOAD_MS));
    add(release, { kind: 'loaded', ...(ms === null ? {} : { ms }) });
  };

  const onFact = (fact: PageFact): void => {
    if (fact.kind === 'arrived') addLoad(fact.release, fact.at);
    else if (fact.kind === 'threw') addFailure(fact.release, fact.phase);
    else if (FAULTS.has(fact.error.reason)) addFailure(fact.release, fact.error.phase);
  };

  const onUncaught = (remote: string | null): void => {
    if (remote !== null) addFailure(releaseOf(remote), 'runtime');
  };
  const onError = (event: ErrorEvent): void => onUncaught(remoteOfError(event));
  const onRejection = ({ reason }: PromiseRejectionEvent): void => onUncaught(remoteOfError({ error: reason }));
  const onHidden = (): void => {
    if (page.visibilityState === 'hidden') void sendUnsent();
  };
  const onPageHide = (): void => void sendUnsent();

  facts.listen(onFact);
  browser.addEventListener('error', onError);
  browser.addEventListener('unhandledrejection', onRejection);
  browser.addEventListener('pagehide', onPageHide);
  page.addEventListener('visibilitychange', onHidden);
  return () => {
    facts.listen(() => undefined);
    scheduled?.stop();
    browser.removeEventListener('error', onError);
    browser.removeEventListener('unhandledrejection', onRejection);
    browser.removeEventListener('pagehide', onPageHide);
    page.removeEventListener('visibilitychange', onHidden);
  };
};
