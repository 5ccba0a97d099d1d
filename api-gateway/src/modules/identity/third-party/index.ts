import type { Router } from 'express';
import type { Logger } from 'pino';
import type {
  BoundRoute,
  Clock,
  CreateRateLimiter,
  Database,
  GatewayAddress,
  LivePort,
  SignInConfig,
  PeriodicJob,
} from '../../../platform';
import type { VerificationService } from '../credentials';
import type { SessionPart } from '../session';
import { createThirdPartyStore } from '../store';
import type { IdentityPorts } from '../store';
import type { AvatarService } from '../user';
import { createCompletionService } from './completion-service';
import { createForeignAccounts } from './foreign-account';
import { createLinkService } from './link-service';
import { createFetchPortrait } from './portrait';
import { createProviderClients } from './providers';
import { createSignInCleanup } from './sign-in-cleanup';
import { createSignInService } from './sign-in-service';
import { createSignInRouter, thirdPartyRoutes } from './third-party-routes';

interface ThirdPartyDeps extends Pick<
  SessionPart,
  'sessions' | 'sessionAnswers' | 'readSignInBrowser' | 'signInNotices'
> {
  readonly database: Database;
  /** Functions of other modules that the identity module calls when it writes a user. */
  readonly ports: IdentityPorts;
  readonly clock: Clock;
  readonly log: Logger;
  readonly address: GatewayAddress;
  readonly live: LivePort;
  readonly createRateLimiter: CreateRateLimiter;
  readonly signIn: SignInConfig;
  readonly verification: Pick<VerificationService, 'sendCode'>;
  readonly avatars: Pick<AvatarService, 'storePicture'>;
}

/** Part of the identity module for sign-ins at third parties. */
export interface ThirdPartySignIn {
  readonly routes: readonly BoundRoute[];
  readonly router: Router;
  readonly cleanup: PeriodicJob;
}

/** Creates the services and routes of sign-in with Google, Facebook and Apple. */
export const createThirdPartySignIn = ({
  database,
  ports,
  clock,
  log,
  address,
  live,
  createRateLimiter,
  signIn,
  sessions,
  sessionAnswers,
  readSignInBrowser,
  signInNotices,
  verification,
  avatars,
}: ThirdPartyDeps): ThirdPartySignIn => {
  const thirdPartyStore = createThirdPartyStore(database, ports);
  const providerClients = createProviderClients(signIn, clock.realNow);
  const trustedOrigins = [signIn.google?.issuer, signIn.facebook?.graphUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).origin],
  );
  const foreignAccounts = createForeignAccounts({ clock, live });
  const links = createLinkService({
    store: thirdPartyStore,
    foreignAccounts,
    verification,
    clock,
    publicUrl: address.publicUrl,
  });
  const completionService = createCompletionService({
    store: thirdPartyStore,
    sessions,
    signInNotices,
    foreignAccounts,
    links,
    avatars,
    verification,
    fetchPortrait: createFetchPortrait(trustedOrigins, log),
    clock,
    live,
  });
  return {
    routes: thirdPartyRoutes({
      clients: providerClients,
      completions: completionService,
      links,
      address,
      sessionAnswers,
      readSignInBrowser,
    }),
    router: createSignInRouter({
      signIns: createSignInService({
        store: thirdPartyStore,
        clients: providerClients,
        clock,
        log,
        publicUrl: address.publicUrl,
      }),
      publicUrl: address.publicUrl,
      limiter: createRateLimiter('sign-in-start', { points: 60, durationMs: 60_000 }),
    }),
    cleanup: createSignInCleanup({ store: thirdPartyStore, clock }),
  };
};
