import {
  browserPlatformDeps,
  browserTimers,
  createPlatform,
  textsReady,
  yieldToBrowser,
} from '@mahlzeit/shared-ui/platform';
import type { Consent, CreateOfflineParts, Platform } from '@mahlzeit/shared-ui/platform';
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
import { isStoredPage } from './worker/stored-page';

type PageRegistry = ReturnType<typeof readPageRegistry>;

interface PageContext {
  readonly registry: PageRegistry;
  readonly platform: Platform;
  readonly loader: RemoteLoader;
  readonly facts: PageFacts;
  readonly report: ReportFailure;
}

/**
 * Loads the tools for testers if the deployment allows them. Returns null on every other page, which doesn't load them.
 */
const loadTestTools = async (registry: PageRegistry): Promise<TestTools | null> =>
  needsTestTools(registry, window) ? (await import('./qa')).createTestTools(registry, window) : null;

interface StartParts {
  readonly registry: PageRegistry;
  readonly scripts: Awaited<ReturnType<typeof pageScripts>>;
  readonly testTools: TestTools | null;
}

/**
 * Loads the script for pages without a network. Without the worker no page starts offline, so nothing is stored for
 * one.
 */
const loadOfflineScript = async (loader: RemoteLoader, worksOffline: boolean): Promise<CreateOfflineParts> => {
  const loadScript = () => import('@mahlzeit/shared-ui/platform/offline');
  const { createOfflineParts, createOfflineDatabase } = await loader.shared('offline', loadScript);
  return (deps) => createOfflineParts(deps, worksOffline ? createOfflineDatabase() : null);
};

const startPlatform = ({ registry, scripts, testTools }: StartParts): PageContext => {
  const platformDeps = {
    ...browserPlatformDeps(),
    startsOffline: isStoredPage(document),
    loadLive: () => loader.shared('live', () => import('@mahlzeit/shared-ui/platform/live')),
    loadOffline: () => loadOfflineScript(loader, registry.deployment.worksOffline),
  };
  const platform = createPlatform(
    testTools === null
      ? platformDeps
      : { ...platformDeps, sendRequest: testTools.disturbRequests(platformDeps.sendRequest) },
  );
  const pageFacts = createPageFacts({ isReported: testTools === null });
  // Logs every failed load as an event. A problem that a team must fix, unlike one of the network, is also reported as
  // an error.
  const report: ReportFailure = (error, partName, release) => {
    platform.eventLog.log('remote_failed', { what: partName, phase: error.phase, reason: error.reason });
    if (error.reason === 'incompatible' || error.reason === 'broken') reportError(error);
    if (release !== null) pageFacts.record({ kind: 'failed', release, error });
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
  const elapsedMs = (): number => performance.now();
  watchRemotes(pageFacts, { remotes: registry.remotes, loader, eventLog: platform.eventLog, elapsed: elapsedMs });
  return { registry, platform, loader, facts: pageFacts, report };
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
  { registry, platform, loader, facts: pageFacts, report }: PageContext,
  consent: Consent,
): ShellServices => {
  // Single-spa isn't needed before the first screen is loaded, so both are fetched in parallel.
  const loadMountParcel = createParcelLoader(
    async () => (await loader.shared('single-spa', () => import('single-spa'))).mountRootParcel,
  );
  // The promise isn't awaited: if this load fails, mounting a screen tries again and reports the error.
  void loadMountParcel().catch(() => undefined);
  const { services } = createShellServices({
    platform,
    loader,
    facts: pageFacts,
    lookup: createRemoteLookup(registry),
    RemoteScreen: createRemoteScreen({ loader, loadMountParcel, yieldToBrowser, report }),
    deployment: registry.deployment,
    consent,
    browser: window,
  });
  return services;
};

/** Starts the page. The session request is sent first; between the steps of the start, waiting taps are handled. */
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
  // Rendering in a transition lets React yield to the browser during the first render.
  const pageRoot = createRoot(root);
  startTransition(() => pageRoot.render(<Shell services={services} />));
  testTools?.start({
    loader: pageContext.loader,
    eventLog: pageContext.platform.eventLog,
    clock: pageContext.platform.clock,
    snackbar: services.snackbars.show,
    remount(edition) {
      // A new `remotes` object makes slots load their components again, because they store them by this object.
      const shell = { ...services.shell, remotes: { ...services.shell.remotes } };
      pageRoot.render(<Shell key={edition} services={{ ...services, shell }} />);
    },
  });
};
