import type { BoundRoute, Clock, CreateRateLimiter, GatewayAddress, LivePort } from '../../../platform';
import type { CredentialsServices } from '../credentials';
import type { SecondStepLogins } from '../second-step';
import type { SessionPart } from '../session';
import type { IdentityStore } from '../store';
import type { SetBrowserChannel } from '../user';
import { authenticationRoutes } from './authentication-routes';
import { createLoginService } from './login-service';
import { createRegistrationService } from './registration-service';
import { createVisitorService } from './visitor-service';

interface AuthenticationDeps
  extends
    Pick<CredentialsServices, 'hasher' | 'hashNewPassword' | 'attempts' | 'enumeration' | 'verification'>,
    Pick<SessionPart, 'sessions' | 'sessionAnswers' | 'knownDevices' | 'readSignInBrowser' | 'signInNotices'> {
  readonly store: IdentityStore;
  readonly secondSteps: SecondStepLogins;
  readonly clock: Clock;
  readonly address: GatewayAddress;
  readonly live: Pick<LivePort, 'sessionReplaced'>;
  readonly createRateLimiter: CreateRateLimiter;
  /** Returns the present version of the privacy policy, which users accept when they register. */
  readonly policyVersion: () => Promise<number>;
  readonly setBrowserChannel: SetBrowserChannel;
}

const SESSIONS_PER_ADDRESS = { points: 60, durationMs: 60_000 } as const;

/** Creates the routes that open and end a session: visit, registration, login, refresh, logout. */
export const createAuthenticationRoutes = ({
  store,
  sessions,
  sessionAnswers,
  knownDevices,
  readSignInBrowser,
  signInNotices,
  secondSteps,
  clock,
  address,
  live,
  createRateLimiter,
  policyVersion,
  setBrowserChannel,
  hasher,
  hashNewPassword,
  attempts,
  enumeration,
  verification,
}: AuthenticationDeps): readonly BoundRoute[] =>
  authenticationRoutes({
    visitors: createVisitorService({
      store,
      sessions,
      limiter: createRateLimiter('anonymous-session', SESSIONS_PER_ADDRESS),
      clock,
    }),
    registrations: createRegistrationService({
      store,
      sessions,
      hashNewPassword,
      clock,
      live,
      verification,
      limiter: createRateLimiter('registration', SESSIONS_PER_ADDRESS),
      policyVersion,
    }),
    logins: createLoginService({
      ...{ store, sessions, knownDevices, signInNotices, hasher, attempts, enumeration, secondSteps, clock },
    }),
    enumeration,
    sessions,
    sessionAnswers,
    readSignInBrowser,
    address,
    setBrowserChannel,
  });
