import type { Logger } from 'pino';
import type { BoundRoute, Clock, CreateRateLimiter, GatewayAddress } from '../../../platform';
import type { SessionPart } from '../session';
import type { IdentityStore } from '../store';
import { createPasskeyChallenges } from './passkey-challenges';
import { passkeyRoutes } from './passkey-routes';
import { createPasskeyService } from './passkey-service';
import { createPasskeySignInService } from './passkey-sign-in-service';
import type { PasskeySignInService } from './passkey-sign-in-service';
import { createPasskeyUses } from './passkey-use';
import { createRelyingParty } from './relying-party';

export type { PasskeyError } from './passkey-use';

interface PasskeyDeps extends Pick<SessionPart, 'sessions' | 'sessionAnswers' | 'readSignInBrowser' | 'signInNotices'> {
  readonly store: IdentityStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly address: GatewayAddress;
  readonly createRateLimiter: CreateRateLimiter;
}

/** Function that checks a passkey of a user with a session, to prove that the session really belongs to the user. */
export type ProvePasskey = PasskeySignInService['prove'];

/** Part of the identity module for passkeys. */
export interface PasskeyPart {
  readonly provePasskey: ProvePasskey;
  readonly routes: readonly BoundRoute[];
}

/** Creates the services and routes of passkeys. */
export const createPasskeyPart = ({
  store,
  sessions,
  sessionAnswers,
  readSignInBrowser,
  signInNotices,
  clock,
  log,
  address,
  createRateLimiter,
}: PasskeyDeps): PasskeyPart => {
  const relyingParty = createRelyingParty(address, log);
  const challenges = createPasskeyChallenges({ store, clock });
  const limiter = createRateLimiter('passkey', { points: 60, durationMs: 60_000 });
  const signInService = createPasskeySignInService({
    store,
    sessions,
    signInNotices,
    relyingParty,
    challenges,
    uses: createPasskeyUses({ store, relyingParty, challenges, clock }),
    clock,
    limiter,
  });
  return {
    provePasskey: signInService.prove,
    routes: passkeyRoutes({
      passkeys: createPasskeyService({
        ...{ store, relyingParty, challenges, clock, limiter },
        publicUrl: address.publicUrl,
      }),
      signIns: signInService,
      sessionAnswers,
      readSignInBrowser,
      address,
    }),
  };
};
