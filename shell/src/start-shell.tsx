import {
  browserPlatformDeps,
  browserTimers,
  createPlatform,
  textsReady,
  yieldToBrowser,
} from '@mahlzeit/shared-ui/platform';
import type { Consent, Platform } from '@mahlzeit/shared-ui/platform';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createPageFacts, watchRemotes } from './remotes/page-facts';
import type { PageFacts } from './remotes/page-facts';
import { createRemoteLookup, fetchCurrentRelease, readPageRegistry } from './remotes/registry';
import { createParcelLoader } from './remotes/mount-screen';
import { browserFederation, createRemoteLoader, screenPart } from './remotes/remote-loader';
import { needsTestTools } from './qa/needs-test-tools';
import type { TestTools } from './qa';
import type { RemoteLoader, ReportFailure } from './remotes/remote-loader';
import { pageScripts } from './script-guard';
import { createRemoteScreen } from './remotes/remote-screen';
import { createShellServices } from './shell-services';
import type { ShellServices } from './shell-services';
import { Shell } from './shell';
import { createConsent, startTelemetry } from './telemetry/telemetry';

type PageRegistry = ReturnType<typeof readPageRegistry>;

interface PageContext {
  readonly registry: PageRegistry;
  readonly platform: Platform;
  readonly loader: RemoteLoader;
  readonly facts: PageFacts;
  readonly report: ReportFailure;
}

/** Tools for testers, where the deployment allows them; null on every other page, which doesn't load them. */
const loadTestTools = async (registry: PageRegistry): Promise<TestTools | null> =>
  needsTestTools(registry, window) ? (await import('./qa')).createTestTools(registry, window) : null;

interface StartParts {
  readonly registry: PageRegistry;
  readonly scripts: Awaited<ReturnType<typeof pageScripts>>;
  readonly testTools: TestTools | null;
}

const startPlatform = ({ registry, scripts, testTools }: StartParts): PageContext => {
  const platformDeps = browserPlatformDeps();
  const platform = createPlatform(
    testTools === null
      ? platformDeps
      : { ...platformDeps, sendRequest: testTools.disturbRequests(platformDeps.sendRequest) },
  );
  const facts = createPageFacts({ isReported: testTools === null });
  // Every failed load is logged as an event. Problems that a team has to fix, not the network, are also reported as
  // errors.
  const report: ReportFailure = (error, partName, release) => {
    platform.eventLog.log('remote_failed', { what: partName, phase: error.phase, reason: error.reason });
    if (error.reason === 'incompatible' || error.reason === 'broken') reportError(error);
    if (release !== null) facts.record({ kind: 'failed', release, error });
  };
  const loader = createRemoteLoader({
    remotes: registry.remotes,
    federation: testTools?.disturbFederation(browserFederation) ?? browserFederation,
    timers: browserTimers,
    random: Math.random,
    onProgress: scripts.onProgress,
    scriptReason: () => scripts.lastError()?.reason ?? 'unreachable',
    async fetchRelease(remote, failedVersions) {
      const release = await fetchCurrentRelease(remote, failedVersions);
      if (release !== null) scripts.allow(release.files);
      return release;
    },
    whenTextsReady: textsReady,
    report,
  });
  const elapsed = (): number => performance.now();
  watchRemotes(facts, { remotes: registry.remotes, loader, eventLog: platform.eventLog, elapsed });
  return { registry, platform, loader, facts, report };
};

/** Loads the main screen while the shell is starting, so that it is there when the shell first renders it. */
const loadMainAhead = ({ registry, loader }: PageContext): void => {
  const main = createRemoteLookup(registry).withMainScreen();
  // `prefetch` never rejects: the shell's own request of the screen reports a failure.
  if (main !== undefined) void loader.prefetch(main.name, screenPart(main.mainScreen));
};

const watchPage = ({ registry, platform, loader }: PageContext): Consent => {
  const { measurementId, googleMaps } = registry.deployment;
  const purposes = [
    ...(measurementId === null ? [] : (['analytics', 'errorReports'] as const)),
    ...(googleMaps === null ? [] : (['googleMaps'] as const)),
  ];
  const consent = createConsent(() => window.localStorage, purposes, window);
  const loadOutlet = async () =>
    (await loader.shared('measurement', () => import('./telemetry/measurement-outlet'))).createPageOutlet(
      measurementId ?? '',
      platform.clock,
    );
  const logRecord = (record: unknown): void => window.console.debug('mahlzeit', JSON.stringify(record));
  startTelemetry({
    eventLog: platform.eventLog,
    browser: window,
    clock: platform.clock,
    consent,
    log: logRecord,
    loadOutlet,
  });
  return consent;
};

const createPageServices = (
  { registry, platform, loader, facts, report }: PageContext,
  consent: Consent,
): ShellServices => {
  // Single-spa is needed only when the first screen is loaded; both are fetched in parallel.
  const loadMountParcel = createParcelLoader(
    async () => (await loader.shared('single-spa', () => import('single-spa'))).mountRootParcel,
  );
  // Not awaited: if this load fails, mounting a screen tries again and reports the error.
  void loadMountParcel().catch(() => undefined);
  const { services } = createShellServices({
    platform,
    loader,
    facts,
    lookup: createRemoteLookup(registry),
    RemoteScreen: createRemoteScreen({ loader, loadMountParcel, yieldToBrowser, report }),
    deployment: registry.deployment,
    consent,
    browser: window,
  });
  return services;
};

/** Starts the page. The session request is sent first; between the parts of the start, waiting taps are handled. */
export const startShell = async (): Promise<void> => {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  const registry = readPageRegistry(document);
  const scripts = await pageScripts();
  const testTools = await loadTestTools(registry);
  const pageContext = startPlatform({ registry, scripts, testTools });
  const consent = watchPage(pageContext);
  pageContext.platform.start();
  // The page of `/empty` has no content, and needs no main screen.
  if (root.firstElementChild !== null) loadMainAhead(pageContext);
  await yieldToBrowser();
  const services = createPageServices(pageContext, consent);
  await yieldToBrowser();
  await textsReady();
  // A transition lets React yield to the browser during the first render.
  const pageRoot = createRoot(root);
  startTransition(() => pageRoot.render(<Shell services={services} />));
  testTools?.start({
    loader: pageContext.loader,
    eventLog: pageContext.platform.eventLog,
    clock: pageContext.platform.clock,
    snackbar: services.snackbars.show,
    remount(edition) {
      // Slots remember their components by the resolver of their shell.
      const shell = { ...services.shell, remotes: { ...services.shell.remotes } };
      pageRoot.render(<Shell key={edition} services={{ ...services, shell }} />);
    },
  });
};
