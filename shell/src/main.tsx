import { browserPlatformDeps, browserTimers, createPlatform } from '@mahlzeit/shared-ui/platform';
import { createRoot } from 'react-dom/client';
import { mountRootParcel } from 'single-spa';
import { createChrome } from './create-chrome';
import type { LoadFailure } from './loader';
import { browserFederation, createRemoteLoader } from './loader';
import { createRemoteScreen } from './parcels';
import { createRemoteLookup, readPageRegistry } from './registry';
import { Shell } from './shell';

const registry = readPageRegistry(document);
const platform = createPlatform(browserPlatformDeps());

// What a network does is an event; what a team has to mend is shown to it in the console as well.
const report = (failure: LoadFailure, what: string): void => {
  platform.eventLog.log('remote_failed', { what, phase: failure.phase, reason: failure.reason });
  if (failure.reason === 'incompatible' || failure.reason === 'broken') reportError(failure);
};

const loader = createRemoteLoader({ remotes: registry.remotes, federation: browserFederation, timers: browserTimers, random: Math.random, report });
const { chrome } = createChrome({
  platform,
  loader,
  lookup: createRemoteLookup(registry),
  RemoteScreen: createRemoteScreen({ loader, mountParcel: mountRootParcel, timers: browserTimers, report }),
  deployment: registry.deployment,
  browser: window,
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
platform.start();
createRoot(root).render(<Shell chrome={chrome} />);
