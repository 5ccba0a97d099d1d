import { browserSignals } from './browser-signals';
import { browserElapsed, firstBrowserTime } from './clock/browser-time';
import { browserTimers } from './clock/timers';
import type { PlatformDeps } from './create-platform';
import { browserSocket } from './live/live-socket';
import { createWithLock, createSessionHint, createTabChannel } from './session/browser-session-ports';

/** The real browser; the gateway is the page's own origin. */
export const browserPlatformDeps = (): PlatformDeps => ({
  origin: location.origin,
  sendRequest: (request) => fetch(request),
  openSocket: browserSocket(location.origin),
  hint: createSessionHint(() => localStorage),
  tabs: createTabChannel(),
  // Locks are there on secure pages alone.
  withLock: createWithLock('locks' in navigator ? navigator.locks : undefined),
  timers: browserTimers,
  elapsed: browserElapsed,
  firstTime: firstBrowserTime(document.documentElement),
  signals: browserSignals,
  random: Math.random,
});
