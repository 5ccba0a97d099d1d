import type { BoundRoute, Clock, CreateRateLimiter, GatewayAddress, TextSealing } from '../../../platform';
import type { ProvePassword } from '../credentials';
import type { SessionPart } from '../session';
import type { IdentityStore } from '../store';
import { createCodeAttempts, createTakeCode } from './code-check';
import { createSecretSealer } from './sealed-secret';
import { createSecondStepLogins } from './second-step-login';
import type { SecondStepLogins } from './second-step-login';
import { secondStepRoutes } from './second-step-routes';
import { createSecondStepService } from './second-step-service';

export type { SecondStepLogins } from './second-step-login';

interface SecondStepDeps extends Pick<
  SessionPart,
  'sessions' | 'sessionAnswers' | 'readSignInBrowser' | 'signInNotices'
> {
  readonly store: IdentityStore;
  readonly secrets: TextSealing;
  readonly provePassword: ProvePassword;
  readonly clock: Clock;
  readonly address: GatewayAddress;
  readonly createRateLimiter: CreateRateLimiter;
}

/** Part of the identity module for the second step: a code after the password. */
export interface SecondStepPart {
  readonly logins: SecondStepLogins;
  readonly routes: readonly BoundRoute[];
}

/** Creates the services and routes of the second step (a code after the password). */
export const createSecondStepPart = ({
  store,
  secrets,
  sessions,
  sessionAnswers,
  readSignInBrowser,
  signInNotices,
  provePassword,
  clock,
  address,
  createRateLimiter,
}: SecondStepDeps): SecondStepPart => {
  const sealer = createSecretSealer(secrets);
  const takeCode = createTakeCode(sealer, clock);
  const attempts = createCodeAttempts(createRateLimiter);
  const logins = createSecondStepLogins({ store, sessions, signInNotices, clock, takeCode, attempts });
  return {
    logins,
    routes: secondStepRoutes({
      secondSteps: createSecondStepService({
        ...{ store, clock, sealer, takeCode, attempts, provePassword },
        publicUrl: address.publicUrl,
      }),
      logins,
      sessionAnswers,
      readSignInBrowser,
      address,
    }),
  };
};
