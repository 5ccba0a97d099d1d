import type { Logger } from 'pino';
import type { Clock, CreateCache, LivePort, TokenVerifier, Worker } from '../../../platform';
import type { IdentityStore } from '../store';
import { cacheIdTokens, createIdTokens, createTokenVerifier } from './id-token';
import { createIdentitySecrets } from './identity-secrets';
import type { IdentitySecrets } from './identity-secrets';
import { createKnownDevices } from './known-device';
import type { KnownDevices } from './known-device';
import { createSessionCleanup } from './session-cleanup';
import { createSessionService } from './session-service';
import type { SessionService } from './session-service';

export type { IdentitySecrets } from './identity-secrets';
export { formatDeviceCookie, readDeviceCookie } from './known-device';
export type { KnownDevices } from './known-device';
export {
  removedRefreshCookie,
  secretFingerprintOf,
  isFromOtherSite,
  readRefreshCookie,
  formatRefreshCookie,
} from './refresh-token';
export type { IssuedSession } from './refresh-token';
export type { OpenedSession, SessionService } from './session-service';

interface SessionDeps {
  readonly store: IdentityStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  readonly createCache: CreateCache;
  readonly policyVersion: () => Promise<number>;
}

/**
 * Part of the identity module for sessions: the secrets, the session service, the known devices, the token verifier and
 * the cleanup job.
 */
export interface SessionPart {
  readonly secrets: IdentitySecrets;
  readonly sessions: SessionService;
  readonly knownDevices: KnownDevices;
  readonly tokenVerifier: TokenVerifier;
  readonly cleanup: Worker;
}

/** Creates the session service, the token verifier and the cleanup job, which all work on the same identity store. */
export const createSessionPart = ({
  store,
  clock,
  log,
  publicUrl,
  live,
  createCache,
  policyVersion,
}: SessionDeps): SessionPart => {
  const identitySecrets = createIdentitySecrets(store);
  const idTokens = createIdTokens({ secrets: identitySecrets, clock });
  return {
    secrets: identitySecrets,
    sessions: createSessionService({
      store,
      idTokens,
      secrets: identitySecrets,
      clock,
      publicUrl,
      live,
      policyVersion,
      onReuse: ({ id }) => log.warn({ sessionId: id }, 'a traded refresh token was shown again, its session is ended'),
    }),
    knownDevices: createKnownDevices(identitySecrets),
    tokenVerifier: createTokenVerifier({ idTokens: cacheIdTokens({ idTokens, clock, createCache }), store, clock }),
    cleanup: createSessionCleanup({ store, clock }),
  };
};
