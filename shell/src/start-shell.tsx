import { browserPlatformDeps, browserTimers, createPlatform } from '@mahlzeit/shared-ui/platform';
import type { Consent, Platform } from '@mahlzeit/shared-ui/platform';
import { yieldToBrowser } from '@mahlzeit/shared-ui/startup';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { ShellServices } from './chrome';
import { createShellServices } from './create-chrome';
import type { LoadError } from './loader/load-failure';
import type { RemoteLoader } from './loader/remote-loader';
import { browserFederation } from './loader/federation';
import { createRemoteLoader } from './loader/remote-loader';
import { createRemoteScreen } from './parcels/create-remote-screen';
import { createRemoteLookup } from './registry/remote-lookup';
import { readPageRegistry } from './registry/page-registry';
import { Shell } from './shell';
import { createConsent } from './telemetry/create-consent';
import { startTelemetry } from './telemetry/start-telemetry';

type PageRegistry = ReturnType<typeof readPageRegistry>;

interface PageContext {
  readonly registry: PageRegistry;
  readonly platform: Platform;
  readonly loader: RemoteLoader;
  readonly report: (error: LoadError, what: string) => void;
}

const startPlatform = (): PageContext => {
  const registry = readPageRegistry(document);
  const platform = createPlatform(browserPlatformDeps());
  // What a network does is an event; what a team has to mend is shown to it in the console as well.
  const report = (error: LoadError, what: string): void => {
    platform.eventLog.log('remote_failed', { what, phase: error.phase, reason: error.reason });
    if (error.reason === 'incompatible' || error.reason === 'broken') reportError(error);
  };
  const loader = createRemoteLoader({ remotes: registry.remotes, federation: browserFederation, timers: browserTimers, random: Math.random, report });
  return { registry, platform, loader, report };
};

const watchPage = ({ registry, platform, loader }: PageContext): Consent => {
  const { measurementId } = registry.deployment;
  const consent = createConsent(() => window.localStorage, measurementId === null ? [] : ['analytics', 'errorReports'], window);
  const loadOutlet = async () => {
    const { createMeasurementOutlet } = await loader.shared('measurement', () => import('./telemetry/measurement-outlet'));
    return createMeasurementOutlet({
      measurementId: measurementId ?? '',
      clientId: `${Math.random().toString().slice(2)}.${platform.clock.now()}`,
      location: window.location,
      language: window.navigator.language,
      // What is lost on the way is lost; nobody waits for it.
      send: (url) => void fetch(url, { method: 'POST', mode: 'no-cors', keepalive: true }).catch(() => undefined),
    });
  };
  const log = (record: unknown): void => window.console.debug('mahlzeit', JSON.stringify(record));
  startTelemetry({ eventLog: platform.eventLog, browser: window, clock: platform.clock, consent, log, loadOutlet });
  return consent;
};

const createPageServices = ({ registry, platform, loader, report }: PageContext, consent: Consent): ShellServices => {
  // Needed once the first screen has come: it travels beside it instead of before it.
  const loadMountParcel = async () => (await loader.shared('single-spa', () => import('single-spa'))).mountRootParcel;
  // Whoever shows a screen asks again and says so when it can't be had.
  void loadMountParcel().catch(() => undefined);
  const { services } = createShellServices({
    platform,
    loader,
    lookup: createRemoteLookup(registry),
    RemoteScreen: createRemoteScreen({ loader, loadMountParcel, yieldToBrowser, timers: browserTimers, report }),
    deployment: registry.deployment,
    consent,
    browser: window,
  });
  return services;
};

/** Starts the page, in steps that a tap can come between; the call for the session goes out at the first. */
export const startShell = async (): Promise<void> => {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  const context = startPlatform();
  const consent = watchPage(context);
  context.platform.start();
  await yieldToBrowser();
  const services = createPageServices(context, consent);
  await yieldToBrowser();
  // In a transition React stops for whatever the browser has to do.
  startTransition(() => createRoot(root).render(<Shell services={services} />));
};
