import type { Logger } from 'pino';
import type {
  BoundRoute,
  Clock,
  CreateCache,
  CreateRateLimiter,
  LivePort,
  SecretKeys,
  TokenVerifier,
  PeriodicJob,
} from '../../../platform';
import type { IdentityStore } from '../store';
import type { SetBrowserChannel } from '../user';
import { deviceRoutes } from './device-routes';
import { createDeviceService } from './device-service';
import { cacheIdTokens, createIdTokens, createTokenVerifier } from './id-token';
import { openCountryOf } from './geo-ip';
import { createKnownDevices } from './known-device';
import type { KnownDevices } from './known-device';
import { createSessionAnswers } from './session-answers';
import type { SessionAnswers } from './session-answers';
import { createSessionCleanup } from './session-cleanup';
import { createDescribeDevice } from './session-device';
import { createSessionService } from './session-service';
import type { SessionService } from './session-service';
import { createReadSignInBrowser } from './sign-in-browser';
import type { ReadSignInBrowser } from './sign-in-browser';
import { createSignInNotices } from './sign-in-notices';
import type { SignInNotices } from './sign-in-notices';

export type { KnownDevices } from './known-device';
export { removedRefreshCookie, secretFingerprintOf, isFromOtherSite, readRefreshCookie } from './refresh-token';
export type { IssuedSession } from './refresh-token';
export type { SessionAnswers } from './session-answers';
export type { OpenedSession, SessionService } from './session-service';
export type { ReadSignInBrowser, SignInBrowser } from './sign-in-browser';
export { createSessionEnding, type SessionEnding } from './session-ending';
export { securityLinkOf } from './sign-in-notices';
export type { SignInNotices, TellOwner } from './sign-in-notices';

interface SessionDeps {
  readonly store: IdentityStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  readonly createCache: CreateCache;
  readonly policyVersion: () => Promise<number>;
  readonly secrets: SecretKeys;
  readonly createRateLimiter: CreateRateLimiter;
  /** Path of the file that maps IP addresses to countries; null without a file. */
  readonly geoIpFile: string | null;
  /** Function that sets the browser's cookie to the release channel of its account. */
  readonly setBrowserChannel: SetBrowserChannel;
}

/** Part of the identity module for sessions: their services, devices, routes and the cleanup job. */
export interface SessionPart {
  readonly sessions: SessionService;
  readonly sessionAnswers: SessionAnswers;
  readonly knownDevices: KnownDevices;
  readonly readSignInBrowser: ReadSignInBrowser;
  readonly signInNotices: SignInNotices;
  readonly routes: readonly BoundRoute[];
  readonly tokenVerifier: TokenVerifier;
  readonly cleanup: PeriodicJob;
}

/** Creates the services that open, describe, verify and end sessions, which all use the same identity store. */
export const createSessionPart = ({
  store,
  clock,
  log,
  publicUrl,
  live,
  createCache,
  secrets,
  createRateLimiter,
  geoIpFile,
  setBrowserChannel,
  policyVersion,
}: SessionDeps): SessionPart => {
  const idTokens = createIdTokens({ secrets, clock });
  const knownDevices = createKnownDevices(secrets);
  return {
    sessions: createSessionService({
      store,
      idTokens,
      secrets,
      clock,
      publicUrl,
      live,
      policyVersion,
      onReuse: ({ id }) => log.warn({ sessionId: id }, 'a traded refresh token was shown again, its session is ended'),
    }),
    sessionAnswers: createSessionAnswers({ address: { publicUrl }, knownDevices, setBrowserChannel }),
    knownDevices,
    readSignInBrowser: createReadSignInBrowser({ publicUrl }, createDescribeDevice(openCountryOf(geoIpFile))),
    signInNotices: createSignInNotices({ knownDevices, clock, createRateLimiter, publicUrl }),
    routes: deviceRoutes(createDeviceService({ store, clock, live })),
    tokenVerifier: createTokenVerifier({ idTokens: cacheIdTokens({ idTokens, clock, createCache }), store, clock }),
    cleanup: createSessionCleanup({ store, clock }),
  };
};
