import { browserPlatformDeps, browserTimers, createPlatform } from '@mahlzeit/shared-ui/platform';
import { createRoot } from 'react-dom/client';
import { createChrome } from './create-chrome';
import type { LoadFailure } from './loader';
import { browserFederation, createRemoteLoader } from './loader';
import { createRemoteScreen } from './parcels';
import { createRemoteLookup, readPageRegistry } from './registry';
import { watchDeveloperBuilds } from './releases';
import { Shell } from './shell';
import { createConsent, startTelemetry } from './telemetry';

const registry = readPageRegistry(document);
const platform = createPlatform(browserPlatformDeps());

// What a network does is an event; what a team has to mend is shown to it in the console as well.
const report = (failure: LoadFailure, what: string): void => {
  platform.eventLog.log('remote_failed', { what, phase: failure.phase, reason: failure.reason });
  if (failure.reason === 'incompatible' || failure.reason === 'broken') reportError(failure);
};

const loader = createRemoteLoader({ remotes: registry.remotes, federation: browserFederation, timers: browserTimers, random: Math.random, report });

// Needed once the first screen has come: it travels beside it instead of before it.
const loadMountParcel = async () => (await loader.shared('single-spa', () => import('single-spa'))).mountRootParcel;

const { measurementId } = registry.deployment;
const consent = createConsent(() => window.localStorage, measurementId === null ? [] : ['analytics', 'errorReports']);

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

startTelemetry({
  eventLog: platform.eventLog,
  browser: window,
  clock: platform.clock,
  consent,
  log: (record) => window.console.debug('mahlzeit', JSON.stringify(record)),
  loadOutlet,
});

const { chrome } = createChrome({
  platform,
  loader,
  lookup: createRemoteLookup(registry),
  RemoteScreen: createRemoteScreen({ loader, loadMountParcel, timers: browserTimers, report }),
  deployment: registry.deployment,
  consent,
  browser: window,
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
platform.start();
// Whoever shows a screen asks again and says so when it can't be had.
void loadMountParcel().catch(() => undefined);
watchDeveloperBuilds({ live: platform.live, remotes: registry.remotes, reload: () => window.location.reload() });
createRoot(root).render(<Shell chrome={chrome} />);
